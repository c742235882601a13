package lsp

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// likelyEntries are an entry whose authors a person decides about, one of which a title is likely wrong, and one of
// another work.
const likelyEntries = `@inproceedings{order,
  title = {Deep Residual Learning for Image Recognition},
  author = {Zhang, Xiangyu and He, Kaiming and Ren, Shaoqing and Sun, Jian},
  booktitle = {Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition},
  year = {2016},
  pages = {770--778},
}
@inproceedings{words,
  title = {Deep Residual Learning for Image Segmentation},
  author = {He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian},
  booktitle = {Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition},
  year = {2016},
  pages = {770--778},
}
`

// What fix does not do by itself is offered where a person can decide; an entry never takes the values of a work with
// another title.
func TestDecide(t *testing.T) {
	e := connect(t, Options{}, able, "")
	at := uri.URI("untitled:refs.bib")
	e.open(at, likelyEntries)
	e.settled(at, 1)
	order := e.actions(at, likelyEntries, "Zhang, Xiangyu")
	want := strings.Replace(likelyEntries, "Zhang, Xiangyu and He, Kaiming", "He, Kaiming and Zhang, Xiangyu", 1)
	if got := apply(t, likelyEntries, titled(t, order, "Take the record's entry").Edit, at); got != want {
		t.Errorf("the record's entry is\n%s", got)
	}
	words := e.actions(at, likelyEntries, "Segmentation")
	got := apply(t, likelyEntries, titled(t, words, "Correct the title (likely): Deep Residual").Edit, at)
	if got != strings.Replace(likelyEntries, "Segmentation", "Recognition", 1) {
		t.Errorf("the likely correction is\n%s", got)
	}
	for title := range words {
		if strings.HasPrefix(title, "Take ") {
			t.Errorf("%s is offered for another title", title)
		}
	}
	for place, why := range map[string]string{"Zhang, Xiangyu": "not corrected: authors: ",
		"Segmentation": "not corrected: title: likely wrong, but not certain"} {
		here := placeOf(likelyEntries, strings.Index(likelyEntries, place))
		p := &protocol.HoverParams{}
		p.TextDocument.URI, p.Position = at, here
		hover, err := e.Hover(t.Context(), p)
		if err != nil || hover == nil {
			t.Fatal(hover, err)
		}
		text := strings.NewReplacer("\\", "").Replace(hover.Contents.(*protocol.MarkupContent).Value)
		if !slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return strings.Contains(line, why) }) {
			t.Errorf("%s: the hover says\n%s", place, text)
		}
	}
}
