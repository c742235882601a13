package wire

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// clean removes what registries write beside the value of a field: labels and numbers of sections in the title, the
// issue in the volume, the journal's name before a page, the account of an author beside the name. The text as stated
// is kept in Extra.
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
	for i, account := range slices.Backward(d.Contributors) {
		if account.Given == "" && len(d.Contributors) < longList && slices.ContainsFunc(d.Contributors,
			func(c biblio.Contributor) bool { return accountOf(account, c) }) {
			d.note("account-stated", account.String())
			d.Contributors = slices.Delete(slices.Clone(d.Contributors), i, i+1)
		}
	}
}

// longList is the length from which lists of authors are not searched for accounts.
const longList = 100

// accountOf reports whether a name is that of a person's account: "ecprice" beside Eric Price.
func accountOf(name, person biblio.Contributor) bool {
	login := cmp.Or(name.Family, name.Literal)
	initials, ends := strings.CutSuffix(login, strings.ToLower(person.Family))
	return login == strings.ToLower(login) && ends && person.Family != "" && person.Given != "" &&
		initials != "" && len(initials) <= 3 && strings.HasPrefix(initials, strings.ToLower(person.Given[:1]))
}

// cleaned puts a cleaner value into a field and keeps the stated one.
func (d *draft) cleaned(key string, field *string, value string) {
	if value != *field {
		d.note(key, *field)
		*field = value
	}
}
