package wire

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// clean removes what registries write beside the value of a field: labels and numbers of sections in the title, the
// issue in the volume, the journal's name before a page. The text as stated is kept in Extra.
func (d *draft) clean() {
	title := d.Title
	if strings.Contains(title, "&") && strings.Contains(title, ";") {
		title = plain(title)
	}
	d.cleaned("title-stated", &d.Title, normalise.CleanTitle(title))
	d.cleaned("pages-stated", &d.Pages, normalise.WithoutJournal(d.Pages))
	if v, ok := normalise.SplitVolume(d.Volume); ok {
		d.cleaned("volume-stated", &d.Volume, v.Number)
		d.Issue, d.Pages = cmp.Or(d.Issue, v.Issue), cmp.Or(d.Pages, v.Pages)
	}
}

// cleaned puts a cleaner value into a field and keeps the stated one.
func (d *draft) cleaned(key string, field *string, value string) {
	if value != *field {
		d.note(key, *field)
		*field = value
	}
}
