package match

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// The kinds of variants and differences between identifiers.
const (
	KindIDAlias  = "alias"            // arXiv's DOI for an arXiv id, or the reverse
	KindOtherID  = "other-identifier" // both state one, and they differ
	KindOtherDOI = "other-version"    // one is a preprint's DOI, the other a publication's
	KindNearURL  = "near-address"     // addresses that differ slightly; they prove nothing
)

const arxivDOI = "10.48550/arxiv."

// AliasOf returns the other form of an identifier: arXiv's DOI for an arXiv id, or the id in such a DOI. It returns
// the zero ID if there is none.
func AliasOf(id ident.ID) ident.ID {
	switch id.Scheme {
	case ident.ArXiv:
		return ident.ID{Scheme: ident.DOI, Value: arxivDOI + id.Value}
	case ident.DOI:
		if rest, ok := strings.CutPrefix(id.Value, arxivDOI); ok {
			if a, ok := ident.ParseAs(ident.ArXiv, rest); ok {
				return a
			}
		}
	}
	return ident.ID{}
}

// Holds reports whether a record has an identifier, in its own or its other form.
func Holds(record *biblio.Work, id ident.ID) bool {
	alias := AliasOf(id)
	for _, have := range record.IDs {
		if have == id || !alias.IsZero() && have == alias || id.Scheme == ident.ACL && have.Scheme == ident.DOI &&
			slices.Contains(have.Aliases(), id) {
			return true
		}
	}
	return false
}

// Names reports whether a record states an identifier, as its own or as that of another version of its work.
func Names(record *biblio.Record, id ident.ID) bool {
	return slices.ContainsFunc(record.Relations, func(r biblio.Relation) bool { return r.ID == id }) ||
		Holds(&record.Work, id)
}

// Conflict finds two identifiers in one description that name different works, such as arXiv's number 2507.18624 and
// the DOI 10.48550/arXiv.2007.18624; an address that is an identifier counts as one.
func Conflict(work *biblio.Work) (a, b ident.ID, ok bool) {
	ids := work.IDs
	if id, ok := ident.Parse(work.URL); ok {
		ids = append(slices.Clone(ids), id)
	}
	return ident.Conflict(ids)
}

// compareID compares the first claimed identifier of a scheme.
func (c *claimForm) compareID(field biblio.Field, scheme ident.Scheme, record *biblio.Work) FieldComparison {
	f := FieldComparison{Field: field}
	id := c.work.ID(scheme)
	if id.IsZero() {
		f.Agreement = Unclaimed
		return f
	}
	f.Claimed = id.Value
	have := record.ID(scheme)
	f.Recorded = have.Value
	switch {
	case have == id:
		f.Agreement, f.Score = Agrees, 1
	case Holds(record, id):
		f.Recorded = id.Value
		f.Agreement, f.Kind, f.Score = Variant, KindIDAlias, 1
	case have.IsZero():
		if alias := AliasOf(id); !alias.IsZero() && !record.ID(alias.Scheme).IsZero() {
			f.Recorded = record.ID(alias.Scheme).Value
			f.Agreement, f.Kind = Differs, KindOtherID
			if scheme == ident.ArXiv { // a publication's DOI says nothing about the preprint's id
				f.Agreement, f.Kind = Unrecorded, ""
			}
			return f
		}
		f.Agreement = Unrecorded
	case scheme == ident.DOI && strings.HasPrefix(id.Value, arxivDOI) != strings.HasPrefix(have.Value, arxivDOI):
		f.Agreement, f.Kind = Differs, KindOtherDOI
	default:
		f.Agreement, f.Kind = Differs, KindOtherID
	}
	return f
}

// compareISBN compares with every ISBN of the record: a book has several.
func (c *claimForm) compareISBN(record *biblio.Work) FieldComparison {
	f := c.compareID(biblio.FieldISBN, ident.ISBN, record)
	if f.Agreement == Differs {
		f.Kind = "other-edition"
	}
	return f
}

// compareURL confirms an address; addresses that differ say nothing, since a work has many.
func (c *claimForm) compareURL(record *biblio.Work) FieldComparison {
	f := FieldComparison{Field: biblio.FieldURL, Claimed: c.work.URL, Recorded: record.URL}
	switch {
	case c.work.URL == "":
		f.Agreement = Unclaimed
	case c.work.URL == record.URL:
		f.Agreement, f.Score = Agrees, 1
	case !c.url.IsZero() && Holds(record, c.url):
		f.Agreement, f.Kind, f.Score = Variant, KindIDAlias, 1
	default:
		f.Agreement = Unrecorded
		if nearAddress(c.work.URL, record.URL) {
			f.Kind = KindNearURL
		}
	}
	return f
}

// nearAddress reports whether two addresses differ only slightly: the same file on another host, or nearly the same
// path on one host.
func nearAddress(a, b string) bool {
	hostA, pathA := splitAddress(a)
	hostB, pathB := splitAddress(b)
	if len(pathA) < 6 || len(pathB) < 6 {
		return false
	}
	if hostA != hostB {
		return pathA[strings.LastIndexByte(pathA, '/')+1:] == pathB[strings.LastIndexByte(pathB, '/')+1:]
	}
	return normalise.Similarity(pathA[:min(len(pathA), 200)], pathB[:min(len(pathB), 200)]) >= 80
}

func splitAddress(s string) (host, path string) {
	s = strings.ToLower(s)
	if _, rest, ok := strings.Cut(s, "://"); ok {
		s = rest
	}
	host, path, _ = strings.Cut(strings.TrimPrefix(s, "www."), "/")
	return host, strings.TrimRight(path, "/")
}
