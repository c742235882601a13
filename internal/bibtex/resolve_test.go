package bibtex

import (
	"fmt"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	for _, c := range []struct{ name, in, want, problems string }{
		{"proceedings",
			"@inproceedings{a, title={T}, crossref={p}} @proceedings{p, title={Proc}, editor={E}, year=2001, doi={10.1/p}, publisher=x}",
			"title=T crossref=p editor=E^p year=2001^p publisher=x^p booktitle=Proc^p", ""},
		{"booktitle of the parent first",
			"@inproceedings{a, title={T}, crossref={p}} @proceedings{p, title={Proc}, booktitle={Book}}",
			"title=T crossref=p booktitle=Book^p", ""},
		{"own fields stay",
			"@incollection{a, title={T}, booktitle={B}, year=1, crossref={P}} @book{p, title={X}, date={2000-01}, month=jan, volume=2}",
			"title=T booktitle=B year=1 crossref=P volume=2^p", ""},
		{"book to inbook", "@inbook{a, title={T}, crossref=p} @book{p, author={A}, title={B}}",
			"title=T crossref=p author=A^p bookauthor=A^p booktitle=B^p", ""},
		{"two levels",
			"@inproceedings{a, crossref=p} @proceedings{p, title={P}, crossref=m} @mvproceedings{m, title={M}, publisher={X}}",
			"crossref=p publisher=X^m maintitle=M^m booktitle=P^p", ""},
		{"xdata",
			"@article{a, title={T}, xdata={x, y}} @xdata{x, journal={J}, year=1} @xdata{y, year=2, xdata={z}, title={N}} " +
				"@xdata{z, publisher={P}}",
			"title=T xdata=x, y journal=J^x year=1^x publisher=P^z", ""},
		{"names and a text of data containers",
			"@article{a, author={Ann A and xdata=x-author-1 AND xdata=x-author-2}, title={xdata=x-title}} " +
				"@xdata{x, author={Bo B and Cy C}, title={N}}",
			"author=Ann A and Bo B and Cy C title=N", ""},
		{"names that data containers lack",
			"@article{a, author={xdata=x-author-3 and Ann A and xdata=x-author-0}, title={xdata=x-title}, note=xdata} " +
				"@xdata{x, author={Bo B and Cy C}}",
			"author=Ann A title= note=xdata", "missing-parent"},
		{"a data container that is named in pieces", "@article{a, note = {xdata=x} # {-title}} @xdata{x, title={N}}",
			"note=xdata=x-title", ""},
		{"a further key", "@a{a, crossref={old}} @string{ids={old}} @b{p, ids={older, old, a}, y={2}}", "crossref=old y=2^p", ""},
		{"a further key that an entry has", "@a{a, crossref={p}} @b{b, ids={p}, y={1}} @b{p, y={2}}", "crossref=p y=2^p", ""},
		{"missing", "@a{a, crossref={b}}", "crossref=b", "missing-parent"},
		{"circle", "@a{a, crossref={b}, x={1}} @b{b, crossref={a}, y={2}}", "crossref=b x=1 y=2^b", "circular-parent"},
		{"itself", "@a{a, crossref={a}}", "crossref=a", "circular-parent"},
	} {
		f := Parse([]byte(c.in))
		fields, problems := f.Resolve(&f.Items[0])
		var got, rule []string
		for _, e := range fields {
			from := ""
			if e.Entry != &f.Items[0] {
				from = "^" + f.Key(e.Entry)
			}
			got = append(got, fmt.Sprintf("%s=%s%s", e.Name, f.Said(e), from))
		}
		for _, p := range problems {
			rule = append(rule, p.Rule)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, s, c.want)
		}
		if s := strings.Join(rule, " "); s != c.problems {
			t.Errorf("%s: problems %q, want %q", c.name, s, c.problems)
		}
	}
}
