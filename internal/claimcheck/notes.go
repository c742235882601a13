package claimcheck

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/internal/outfile"
)

// notesMost is the maximum size of the file of notes, in bytes.
const notesMost = 512 << 20

// notesVersion changes with what is stored about a file: 1 had no blocks.
const notesVersion = 2

type notes struct {
	Version int    `json:"version"`
	Files   []file `json:"files"`
}

// readNotes returns what is stored about files, by path; nothing if the notes are missing or broken, since they
// can be rebuilt.
func readNotes(path string) map[string]file {
	info, err := os.Stat(path)
	if path == "" || err != nil || info.Size() > notesMost {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var kept notes
	if json.Unmarshal(data, &kept) != nil || kept.Version != notesVersion {
		return nil
	}
	seen := make(map[string]file, len(kept.Files))
	for _, f := range kept.Files {
		seen[f.Path] = f
	}
	return seen
}

// writeNotes writes the notes in one step.
func writeNotes(path string, files []file) error {
	data, err := json.Marshal(notes{notesVersion, files})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return outfile.Write(path, data, 0o600)
}

func digest(src []byte) string {
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}
