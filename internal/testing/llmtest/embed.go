package llmtest

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"math"
	"net/http"
	"slices"
	"strings"
)

// WordVector returns a unit vector of 64 numbers; texts with the same words have similar vectors.
func WordVector(text string) []float32 {
	v := make([]float32, 64)
	for _, w := range strings.Fields(strings.ToLower(text)) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(strings.Trim(w, ".,:;!?()[]\"'")))
		v[h.Sum32()%64]++
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		v[0] = 1
		return v
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}

func (s *Server) embedAll(texts []string) [][]float32 {
	s.mu.Lock()
	s.texts = append(s.texts, texts...)
	s.mu.Unlock()
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		vectors[i] = s.Embed(t)
	}
	return vectors
}

// embeddings is POST …/embeddings as answered by OpenAI and similar services.
func (s *Server) embeddings(w http.ResponseWriter, r *http.Request, body []byte) {
	s.note(string(body))
	if e := s.admit(r, chat); e != nil {
		refuseOpenAI(w, *e)
		return
	}
	var in struct {
		Model  string          `json:"model"`
		Input  json.RawMessage `json:"input"`
		Format string          `json:"encoding_format"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		refuseOpenAI(w, *invalid("", "We could not parse the JSON body of your request."))
		return
	}
	var texts []string
	var one string
	if json.Unmarshal(in.Input, &one) == nil {
		texts = []string{one}
	} else if json.Unmarshal(in.Input, &texts) != nil || len(texts) == 0 || len(texts) > 2048 {
		refuseOpenAI(w, *invalid("input", "Invalid 'input': expected a string or an array of 1 to 2048 strings."))
		return
	}
	if slices.Contains(texts, "") {
		refuseOpenAI(w,
			*invalid("input", "'$.input' is invalid. Please check the API reference: an input must not be an empty string."))
		return
	}
	data := []any{}
	for i, v := range s.embedAll(texts) {
		var shape any = v
		if in.Format == "base64" {
			b := make([]byte, 0, 4*len(v))
			for _, x := range v {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
			shape = base64.StdEncoding.EncodeToString(b)
		}
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": shape})
	}
	writeJSON(w, 200,
		map[string]any{"object": "list", "data": data, "model": in.Model,
			"usage": map[string]any{"prompt_tokens": len(body) / 4, "total_tokens": len(body) / 4}})
}

// models is GET …/models.
func (s *Server) models(w http.ResponseWriter, r *http.Request) {
	if s.key != "" && bearer(r) != s.key && r.Header.Get("x-api-key") != s.key && r.Header.Get("x-goog-api-key") != s.key {
		refuseOpenAI(w,
			refused{status: 401, kind: "authentication_error", code: "invalid_api_key", message: "Incorrect API key provided."})
		return
	}
	data := []any{}
	for _, m := range s.Models {
		data = append(data, map[string]any{"id": m, "object": "model", "created": 1, "owned_by": "test"})
	}
	writeJSON(w, 200, map[string]any{"object": "list", "data": data})
}
