package corpora

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// SumsName is the file with the SHA-256 of each file of a corpus, as sha256sum writes it.
const SumsName = "SHA256SUMS"

// textMost is the maximum size of the manifest and the digests of a corpus, in bytes.
const textMost = 4 << 20

// Pull replaces the corpus in a folder by the one at an address on any web server: a folder of a corpus with a
// file SHA256SUMS. Existing segments are not fetched again, an interrupted transfer is continued, and the
// corpus changes in one step when the digests of all files are right. If pinned is not empty, it is the SHA-256
// of SHA256SUMS itself, and so vouches for every file.
func Pull(ctx context.Context, address, dir, pinned string, d *transport.Downloads) error {
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return fmt.Errorf("%s is not the address of a folder: it begins with https:// or http://", address)
	}
	at := func(file string) string {
		u := *base
		u.Path = path.Join(u.Path, file)
		return u.String()
	}
	text, err := d.Text(ctx, at(SumsName), textMost)
	if err != nil {
		return fmt.Errorf("%s: %w (make it in the folder of the corpus: sha256sum manifest.json *.segment > %s)",
			at(SumsName), err, SumsName)
	}
	if sum := sha256.Sum256(text); pinned != "" && !strings.EqualFold(pinned, hex.EncodeToString(sum[:])) {
		return fmt.Errorf("%s: %w: its SHA-256 is %x, not the one asked for", SumsName, transport.ErrChecksum, sum)
	}
	sums := readSums(string(text))
	manifest, err := d.Text(ctx, at("manifest.json"), textMost)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(manifest); sums["manifest.json"] != hex.EncodeToString(sum[:]) {
		return fmt.Errorf("manifest.json: %w: %s is of another state of the corpus", transport.ErrChecksum, SumsName)
	}
	held, err := index.Lock(dir)
	if err != nil {
		return err
	}
	defer held.Close()
	incoming := filepath.Join(dir, ".incoming")
	err = index.Receive(dir, manifest, func(file string, size int64, to string) error {
		want := sums[file]
		if want == "" {
			return fmt.Errorf("%w: %s does not name it", transport.ErrChecksum, SumsName)
		}
		if same, err := hasSum(to, want); same || err != nil {
			return err
		}
		on := filepath.Join(incoming, file)
		none := func(context.Context) (string, error) { return "", nil } // its SHA-256 is compared below
		if _, err := d.File(ctx, transport.File{URL: at(file), Name: file, Path: on, Size: size, Sum: none}); err != nil {
			return err
		}
		same, err := hasSum(on, want)
		if err != nil {
			return err
		}
		if !same {
			_ = os.RemoveAll(incoming)
			return fmt.Errorf("%w: it is not what %s says", transport.ErrChecksum, SumsName)
		}
		return os.Rename(on, to)
	})
	if err == nil {
		err = os.RemoveAll(incoming)
	}
	return err
}

// readSums parses the output of sha256sum: the digest of each file by name.
func readSums(text string) map[string]string {
	sums := map[string]string{}
	for line := range strings.Lines(text) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok {
			sums[strings.TrimLeft(name, " *")] = strings.ToLower(sum)
		}
	}
	return sums
}

// hasSum reports whether a file exists and has a SHA-256.
func hasSum(file, want string) (bool, error) {
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return false, err
	}
	return hex.EncodeToString(sum.Sum(nil)) == want, nil
}
