package archive

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// plainName returns the name of a file in an archive with slashes, as File has it.
func plainName(raw string) string {
	name := strings.ToValidUTF8(strings.ReplaceAll(raw, "\\", "/"), string(utf8.RuneError))
	return strings.TrimPrefix(name, "./")
}

// ReadZip reads one file of a zip archive by name, even one that a Tree skips because it is hidden. It is for small
// files: files of more than most bytes are refused.
func ReadZip(src []byte, name string, most int64) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(src), int64(len(src)))
	if err != nil {
		return nil, damaged(err)
	}
	for _, f := range z.File {
		if plainName(f.Name) != name || !f.Mode().IsRegular() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, damaged(err)
		}
		defer r.Close()
		return readAll(r, most)
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

// ReplaceZip returns a zip archive in which the content of some files, given by name, is replaced. All others keep
// their bytes, and all keep their order, times and modes.
func ReplaceZip(src []byte, with map[string][]byte) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(src), int64(len(src)))
	if err != nil {
		return nil, damaged(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	done := map[string]bool{}
	for _, f := range z.File {
		name := plainName(f.Name)
		content, ok := with[name]
		if !ok || done[name] {
			if err := w.Copy(f); err != nil {
				return nil, damaged(err)
			}
			continue
		}
		done[name] = true
		head := f.FileHeader
		head.Extra = nil // its time is written from Modified
		if head.Method != zip.Store {
			head.Method = zip.Deflate
		}
		to, err := w.CreateHeader(&head)
		if err == nil {
			_, err = to.Write(content)
		}
		if err != nil {
			return nil, err
		}
	}
	for name := range with {
		if !done[name] {
			return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
		}
	}
	if err := w.SetComment(z.Comment); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
