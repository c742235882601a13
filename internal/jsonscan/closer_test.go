package jsonscan

import "testing"

func TestCloser(t *testing.T) {
	for text, want := range map[string]int{
		`{}`: 2, `{"a":[1,{"b":"}"}]} tail`: 19, `["\"]", "\\"]x`: 13, `{"a":"`: -1, `[[]`: -1, `{"\u007d":1}`: 12,
	} {
		for size := 1; size <= len(text); size++ {
			var c Closer
			at, got := 0, -1
			for at < len(text) && got < 0 {
				chunk := text[at:min(at+size, len(text))]
				n, done := c.Scan([]byte(chunk))
				if at += n; done {
					got = at
				}
			}
			if got != want {
				t.Errorf("%q in chunks of %d ends at %d, want %d", text, size, got, want)
			}
		}
	}
}
