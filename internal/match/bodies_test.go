package match

import (
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestBodiesBesidePeople(t *testing.T) {
	gpt4 := []string{"OpenAI Josh Achiam", "Steven Adler", "Sandhini Agarwal", "Lama Ahmad"}
	qwen := []string{"Qwen", ":", "Yang An", "Yang Baosong", "Zhang Beichen"}
	gemini := []string{"Gemini Team", "Rohan Anil", "Sebastian Borgeaud", "Jean-Baptiste Alayrac"}
	people := []string{"Rohan Anil", "Sebastian Borgeaud", "Jean-Baptiste Alayrac"}
	for name, c := range map[string]struct {
		claimed, recorded []string
		want              Agreement
		kind              string
	}{
		"a body glued to the first name": {[]string{"OpenAI"}, gpt4, Variant, KindBody},
		"and people behind it": {[]string{"OpenAI", "J. Achiam", "S. Adler", "et al."}, gpt4,
			Variant, KindEtAl},
		"a body before people":          {[]string{"Qwen Team"}, qwen, Variant, KindBody},
		"a body before people left out": {people, gemini, Variant, KindBody},
		"a body added before people":    {gemini, people, Variant, KindBody},
		"a body behind people": {append([]string{"Rohan Anil", "Sebastian Borgeaud", "Jean-Baptiste Alayrac"},
			"ATLAS Collaboration"), people, Variant, KindBody},
		"words in braces among people": {append([]string{"{Zoe Fake}"}, people...), people, Differs, KindAdded},
		"a company behind people":      {append(slices.Clone(people), "{OpenAI}"), people, Differs, KindBodyForPeople},
		"a laboratory before people": {append([]string{"{Zoe Fake Laboratory}"}, people...), people, Differs,
			KindBodyForPeople},
		"the first of them and a collaboration": {[]string{people[0], "the ROCK Collaboration"}, people, Variant, KindBody},
		"the first two and a working group": {[]string{people[0], people[1], "{IAU Working Group on Rocks}"}, people, Variant,
			KindBody},
		"a body for people":                  {[]string{"DeepSeek-AI"}, people, Differs, KindBodyForPeople},
		"another person for people":          {[]string{"Maria Lopez"}, people, Differs, KindFabricated},
		"a family name alone for people":     {[]string{"Lopez"}, people, Differs, KindFabricated},
		"the first author alone":             {[]string{"Rohan Anil"}, people, Differs, KindDeleted},
		"the first author's name in letters": {[]string{"ANIL"}, people, Differs, KindDeleted},
		"another body for a body": {[]string{"ATLAS Collaboration"}, []string{"CMS Collaboration"},
			Differs, KindFabricated},
		"a body and other people": {[]string{"Gemini Team", "Maria Lopez", "Ivan Petrov"}, gemini,
			Differs, KindReplaced},
		"a body with a digit for people":   {[]string{"Qwen2"}, people, Differs, KindBodyForPeople},
		"a family name in capitals":        {[]string{"Maria LOPEZ"}, people, Differs, KindFabricated},
		"two family names in capitals":     {[]string{"de LOPEZ"}, people, Differs, KindFabricated},
		"initials alone":                   {[]string{"A.N."}, people, Differs, KindFabricated},
		"two bodies for people":            {[]string{"OpenAI", "NVIDIA"}, people, Differs, KindFabricated},
		"a body for people behind another": {[]string{"NVIDIA"}, gpt4, Differs, KindBodyForPeople},
		"the first member and another body": {[]string{"V. Khachatryan", "ATLAS Collaboration", "et al."},
			[]string{"CMS Collaboration"}, Differs, KindFabricated},
		"the first member and the body, uncut": {[]string{"V. Khachatryan", "CMS Collaboration"},
			[]string{"CMS Collaboration"}, Differs, KindAdded},
		"the body between two members": {[]string{"V. Khachatryan", "CMS Collaboration", "A. M. Sirunyan", "et al."},
			[]string{"CMS Collaboration"}, Differs, KindAdded},
		"a body and one person less": {[]string{"Gemini Team", "Rohan Anil", "Jean-Baptiste Alayrac"}, people,
			Differs, KindReplaced},
	} {
		claim, record := biblio.Flat{Title: "The same title of six words", Authors: c.claimed},
			biblio.Flat{Title: "The same title of six words", Authors: c.recorded}
		if got := Compare(flat(claim), flat(record)).Of(biblio.FieldAuthors); got.Agreement != c.want || got.Kind != c.kind {
			t.Errorf("%s: %v %q, want %v %q", name, got.Agreement, got.Kind, c.want, c.kind)
		}
	}
}
