package llm

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
)

// CheckVectors fails unless there are n vectors of one length without a number
// that is none.
func CheckVectors(vectors [][]float32, n int) error {
	if len(vectors) != n {
		return &Failure{Kind: Malformed, Detail: "fewer vectors than texts"}
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return &Failure{Kind: Malformed, Detail: "vectors are of different lengths"}
		}
		for _, x := range v {
			if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
				return &Failure{Kind: Malformed, Detail: "a vector holds what is no number"}
			}
		}
	}
	return nil
}

// packed is a vector as the cache keeps it: four bytes a number, in base64.
type packed []float32

// MarshalJSON packs.
func (p packed) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 4*len(p))
	for _, x := range p {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return json.Marshal(b)
}

// UnmarshalJSON unpacks.
func (p *packed) UnmarshalJSON(data []byte) error {
	var b []byte
	if err := json.Unmarshal(data, &b); err != nil {
		return err
	}
	if len(b)%4 != 0 {
		return errors.New("a kept vector is broken")
	}
	*p = make([]float32, 0, len(b)/4)
	for ; len(b) > 0; b = b[4:] {
		*p = append(*p, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return nil
}
