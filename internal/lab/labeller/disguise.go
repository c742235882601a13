package labeller

import (
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// disguised sometimes returns a record as a work of another kind: the corpora have few chapters, theses,
// reports, newspapers and corporate authors, and journals of few fields.
func (r *Renderer) disguised(rec *Record) *Record {
	c := *rec
	other := r.others[r.random.IntN(len(r.others))]
	switch n := r.random.IntN(100); {
	case n < 5:
		r.eastAsian(&c)
	case n < 13:
		c.disguise, c.Venue = "chapter", other.Title
		c.editors = other.people[:min(len(other.people), 1+r.random.IntN(3))]
	case n < 18:
		c.disguise = "report"
	case n < 21:
		c.disguise, c.Venue = "news", newspapers[r.random.IntN(len(newspapers))]
	case n < 24:
		c.disguise = "page"
		c.people = []biblio.Contributor{{Literal: bodies[r.random.IntN(len(bodies))]}}
	case n < 30:
		c.disguise = "book"
	case n < 32:
		c.people = []biblio.Contributor{{Literal: bodies[r.random.IntN(len(bodies))]}}
	case n < 60 && (rec.ArXiv != "" || rec.Venue == ""):
		j := journals[r.random.IntN(len(journals))]
		c.disguise, c.Venue, c.Short, c.short = "article", j.full, "", j.short
	}
	return &c
}

// date makes up a full date in the record's year.
func (r *Renderer) date(values map[string]string) {
	month, day := r.random.IntN(12), 1+r.random.IntN(28)
	values["DM"] = months[month] + " " + strconv.Itoa(day)
	if r.chance(.4) {
		values["DM"] = strconv.Itoa(day) + " " + months[month]
	}
	values["D"] = strconv.Itoa(day) + "." + strconv.Itoa(month+1) + "." + values["Y"]
	values["P"] = strconv.Itoa(1 + r.random.IntN(40))
}

// journal returns a record as an article in a journal of some field.
func (r *Renderer) journal(rec *Record) *Record {
	c := *rec
	j := journals[r.random.IntN(len(journals))]
	c.disguise, c.Venue, c.Short, c.short = "article", j.full, "", j.short
	return &c
}

// Endings of Korean words, and words in titles and journals.
var (
	koreanEndings = []string{"의", "에", "를", "과", "한", "하는", "에서", "에 대한", "을 위한", "적", "으로", "성", "에 관한",
		"및", "화", "", "", ""}
	koreanClosings = []string{"연구", "분석", "방안", "고찰", "비교", "개발", "효과", "특성", "영향", "관계"}
	koreanJournals = []string{"학회지", "학회논문지", "연구", "논총", "학보", "학"}
	hanJournals    = []string{"学报", "研究", "杂志", "学刊", "大学学报", "科学", "技术"}
)

// eastAsian makes a record look Korean or Chinese. The words are meaningless: the model learns how long they
// are and what separates them.
func (r *Renderer) eastAsian(c *Record) {
	c.disguise, c.Short, c.Pages = "korean", "", ""
	syllables, from, count := 3, 0xac00, 11172
	korean := r.chance(.6)
	if !korean {
		c.disguise, syllables, from, count = "chinese", 2, 0x4e00, 6000
	}
	word := func(n int) string {
		w := make([]rune, n)
		for i := range w {
			w[i] = rune(from + r.random.IntN(count))
		}
		return string(w)
	}
	c.people = nil
	for range 1 + r.random.IntN(4) {
		c.people = append(c.people, biblio.Contributor{Literal: word(syllables + r.random.IntN(3)/2)})
	}
	if !korean {
		c.Title = word(8 + r.random.IntN(20))
		c.Venue = word(2+r.random.IntN(6)) + hanJournals[r.random.IntN(len(hanJournals))]
		return
	}
	c.Title = ""
	for range 3 + r.random.IntN(9) {
		if r.chance(.06) {
			c.Title += strconv.Itoa(1 + r.random.IntN(2000))
		}
		c.Title += word(1+r.random.IntN(4)) + koreanEndings[r.random.IntN(len(koreanEndings))]
		if r.chance(.05) {
			c.Title += ","
		}
		c.Title += " "
	}
	c.Title += koreanClosings[r.random.IntN(len(koreanClosings))]
	c.Venue = word(2+r.random.IntN(5)) + koreanJournals[r.random.IntN(len(koreanJournals))]
}
