package llm

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"math"
)

// digestVersion is part of every digest; a change of what is asked in the same
// words changes it.
const digestVersion = "bonafide-request/1"

// Digest names a request by all that may change its answer, in 64 hexadecimal
// digits. The role that asks is no part of it.
func Digest(r Request) string {
	h := sha256.New()
	put(h, digestVersion, r.Prompt, r.System, r.Name)
	var schema bytes.Buffer
	if json.Compact(&schema, r.Schema) != nil { // not JSON: taken as it is
		schema.Reset()
		schema.Write(r.Schema)
	}
	put(h, schema.String())
	number(h, math.Float64bits(r.Temperature), uint64(r.Seed), uint64(r.MaxTokens), bit(r.Search), uint64(len(r.Turns)))
	for _, t := range r.Turns {
		number(h, bit(t.Assistant), uint64(len(t.Parts)))
		for _, p := range t.Parts {
			put(h, p.Text, p.Media, string(p.Image))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// put writes each text with its length, so that no two lists look alike.
func put(h hash.Hash, texts ...string) {
	for _, t := range texts {
		number(h, uint64(len(t)))
		h.Write([]byte(t))
	}
}

func number(h hash.Hash, list ...uint64) {
	for _, n := range list {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], n)
		h.Write(b[:])
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// keyOf names a request to one model.
func keyOf(ident string, r Request) string {
	h := sha256.New()
	put(h, ident, Digest(r))
	return hex.EncodeToString(h.Sum(nil))
}

// textKey names a text to be embedded by one model.
func textKey(ident, text string) string {
	h := sha256.New()
	put(h, "embed", ident, text)
	return hex.EncodeToString(h.Sum(nil))
}
