package role

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// Reader reads the fields of references that our parser could not.
type Reader struct {
	asker  *Asker
	role   string
	prompt string
}

// NewParser returns the role that labels the fields of a text.
func NewParser(c *Asker) *Reader { return &Reader{c, Parser, "parser-1"} }

// NewCropReader returns the role that labels the fields in the image of an entry.
func NewCropReader(c *Asker) *Reader { return &Reader{c, Crop, "crop-1"} }

// Unread reports whether the parser left a reference without a title, or without both authors and year.
// References whose fields are labelled in the input are taken as they are.
func Unread(ref *biblio.Reference) bool {
	w := &ref.Claimed
	labelled := len(ref.Confidence) == 0 && (w.Title != "" || len(w.Contributors) > 0)
	return !labelled && (w.FullTitle() == "" || len(w.Contributors) == 0 && w.Issued.Year == 0)
}

// Unsure reports whether the parser left a reference unread, or is so little sure of its title that no difference of
// it would accuse anybody.
func Unsure(ref *biblio.Reference) bool {
	title, parsed := ref.Confidence[biblio.FieldTitle]
	return Unread(ref) || parsed && title < judge.SurelyRead
}

// likely reports whether at least half of the words of a value are in a text, so that one can be a damaged form
// of the other.
func likely(text, value string) bool {
	have, want := strings.Fields(letterForm(text)), strings.Fields(letterForm(value))
	found := lists.Count(want, func(w string) bool { return slices.Contains(have, w) })
	return len(want) > 0 && 2*found >= len(want)
}

// Illegible reports whether a text layer is not text: it contains hardly any letters.
func Illegible(raw string) bool {
	good, all := 0, 0
	for _, r := range raw {
		if unicode.IsSpace(r) {
			continue
		}
		all++
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			good++
		}
	}
	return all > 0 && (good*10 < all*6 || strings.ContainsRune(raw, 0xFFFD))
}

// fieldsSchema is the schema of both readers' answers, in the order in which most entries print their fields.
var fieldsSchema = func() string {
	members := []string{"authors", listOf(200, textOf(200)), "authors_cut", boolean}
	for _, n := range []string{"title", "container", "year", "volume", "issue", "pages", "publisher", "place", "doi",
		"arxiv_id", "url"} {
		members = append(members, n, textOrNull(1000))
	}
	return objectOf(members...)
}()

// read is the answer of both readers.
type read struct {
	Title     string   `json:"title"`
	Authors   []string `json:"authors"`
	Cut       bool     `json:"authors_cut"`
	Container string   `json:"container"`
	Year      string   `json:"year"`
	Volume    string   `json:"volume"`
	Issue     string   `json:"issue"`
	Pages     string   `json:"pages"`
	DOI       string   `json:"doi"`
	ArXiv     string   `json:"arxiv_id"`
	URL       string   `json:"url"`
	Publisher string   `json:"publisher"`
	Place     string   `json:"place"`
}

// key returns what must not change when instructions are removed from the text; a title may then come back with
// its words in another order.
func (a read) key() string {
	for _, s := range []*string{&a.Title, &a.Container} {
		*s = strings.Join(wordsOf(*s), " ")
	}
	b, err := json.Marshal(a)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func (a *read) values() map[biblio.Field]*string {
	return map[biblio.Field]*string{
		biblio.FieldTitle: &a.Title, biblio.FieldVenue: &a.Container, biblio.FieldYear: &a.Year,
		biblio.FieldVolume: &a.Volume, biblio.FieldIssue: &a.Issue,
		biblio.FieldPages: &a.Pages, biblio.FieldDOI: &a.DOI, biblio.FieldArXiv: &a.ArXiv, biblio.FieldURL: &a.URL,
		biblio.FieldPublisher: &a.Publisher, biblio.FieldLocation: &a.Place,
	}
}

// textData is what a reader of fields is shown.
type textData struct {
	Text string `json:"text"`
}

// Read returns a reference whose fields a model read, marked accordingly. If there is no usable answer, the
// reference stays as it was, with a mark that says so. Image is the PNG of the entry, nil for the parser.
func (r *Reader) Read(ctx context.Context, ref biblio.Reference, image []byte) biblio.Reference {
	raw := plain(ref.Raw, mostValue)
	q := question{role: r.role, prompt: r.prompt, name: "fields", schema: fieldsSchema, tokens: 1500, image: image}
	cleaned := withoutOrders(ref.Raw)
	form := readings{textData{raw}, textData{cleaned}, nil, []string{ref.Raw}}
	a, _, unheard := consult(ctx, r.asker, q, form, read.key, func(read) bool { return false })
	if unheard != "" {
		return r.unread(ref, unheard)
	}
	how := biblio.ByModel
	if letterForm(raw) == "" || image != nil && Illegible(raw) {
		how = biblio.ByModelImage
	}
	out, why := a.reference(ref, how)
	if why != "" && image != nil && ref.Recognised && likely(raw, a.Title) { // it corrects errors of recognition
		how = biblio.ByModelImage
		out, why = a.reference(ref, how)
	}
	if why != "" {
		return r.unread(ref, why)
	}
	if Unread(&out) {
		return r.unread(ref, "it found no more")
	}
	if letterForm(out.Claimed.FullTitle()) == letterForm(ref.Claimed.FullTitle()) && !Unread(&ref) {
		return ref // the parser read it as the model does
	}
	out.Reading = biblio.Reading{Role: r.role, By: how}
	return out
}

// unread returns a reference unchanged, with the reason why no model read it.
func (r *Reader) unread(ref biblio.Reference, why string) biblio.Reference {
	ref.Reading.Role, ref.Reading.Unheard = r.role, why
	return ref
}

// The confidence in what a model read from text and from an image.
const (
	sureText  = 0.5
	sureImage = 0.3
)

// The shares of the letters of an entry, and of its first letters, that the values must cover: with less, the
// model has skipped part of the entry.
const (
	leastCovered = 0.5
	leastStart   = 0.6
	startLetters = 60
)

// reference turns an answer into the claim; every value must be in the text, if there is one.
func (a read) reference(ref biblio.Reference, how biblio.Reader) (biblio.Reference, string) {
	cover := make([]bool, len(ref.Raw))
	out := ref
	out.Spans, out.Confidence = map[biblio.Field]biblio.Span{}, map[biblio.Field]float64{}
	sure := sureText
	if how == biblio.ByModelImage {
		sure = sureImage
	}
	take := func(field biblio.Field, value string) bool {
		if strings.TrimSpace(value) == "" {
			return true
		}
		out.Confidence[field] = sure
		if how == biblio.ByModelImage {
			return true
		}
		span, ok := spanOf(ref.Raw, value)
		if !ok {
			return false
		}
		for i := span.Start; i < span.End; i++ {
			cover[i] = true
		}
		if have, twice := out.Spans[field]; twice {
			span = biblio.Span{Start: min(have.Start, span.Start), End: max(have.End, span.End)}
		}
		out.Spans[field] = span
		return true
	}
	for field, value := range a.values() {
		if !take(field, *value) {
			return ref, whyQuote
		}
	}
	for _, name := range a.Authors {
		if !take(biblio.FieldAuthors, name) {
			return ref, whyQuote
		}
	}
	if all, start := covered(ref.Raw, cover); how == biblio.ByModel && (all < leastCovered || start < leastStart) {
		return ref, "it left out most of the text"
	}
	flat := biblio.Flat{Title: a.Title, Authors: a.Authors, Venue: a.Container, Year: biblio.Year(a.Year), DOI: a.DOI,
		ArXivID: a.ArXiv, URL: a.URL,
		Volume: a.Volume, Issue: a.Issue, Pages: a.Pages, Publisher: a.Publisher, Location: a.Place}
	out.Claimed = flat.Work()
	out.Claimed.AuthorsCut = out.Claimed.AuthorsCut || a.Cut
	for _, id := range ref.Claimed.IDs { // what the parser found itself stays
		out.Claimed.AddID(id)
	}
	return out, ""
}

// spanOf finds a value in a text, ignoring white space.
func spanOf(text, value string) (biblio.Span, bool) {
	value = strings.Join(strings.Fields(value), "")
	if value == "" {
		return biblio.Span{}, false
	}
	var packed strings.Builder // text without white space
	var at []int               // offset of each of its bytes in the text
	for i, r := range text {
		if unicode.IsSpace(r) || judge.Unprinted(r) {
			continue
		}
		for k := range len(string(r)) {
			at = append(at, i+k)
		}
		packed.WriteRune(r)
	}
	i := strings.Index(packed.String(), value)
	if i < 0 || i+len(value) > len(at) {
		return biblio.Span{}, false
	}
	return biblio.Span{Start: at[i], End: at[i+len(value)-1] + 1}, true
}

// covered returns the share of the letters of a text that a mask covers, of all letters and of the first ones.
func covered(text string, mask []bool) (whole, start float64) {
	in, all := 0, 0
	for i, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		if all++; mask[i] {
			in++
		}
		if all == startLetters {
			start = float64(in) / startLetters
		}
	}
	if all == 0 {
		return 0, 0
	}
	whole = float64(in) / float64(all)
	if all < startLetters {
		start = whole
	}
	return whole, start
}
