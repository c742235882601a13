package reading

import "github.com/bonafide-audit/bonafide/internal/ident"

// Fields says which names of an input fill which text of a claim.
type Fields map[string]func(*Claim) *string

// Take fills the text that a name stands for; false when the table has none.
func (f Fields) Take(c *Claim, name, text string) bool {
	to, ok := f[name]
	if ok {
		c.Set(to(c), name, text)
	}
	return ok
}

// The texts of a claim.
func Title(c *Claim) *string     { return &c.Work.Title }
func Container(c *Claim) *string { return &c.Work.Container.Title }
func Short(c *Claim) *string     { return &c.Work.Container.Short }
func Series(c *Claim) *string    { return &c.Work.Container.Series }
func Volume(c *Claim) *string    { return &c.Work.Volume }
func Issue(c *Claim) *string     { return &c.Work.Issue }
func Pages(c *Claim) *string     { return &c.Work.Pages }
func Publisher(c *Claim) *string { return &c.Work.Publisher }
func Place(c *Claim) *string     { return &c.Work.Place }
func Edition(c *Claim) *string   { return &c.Work.Edition }

// Schemes are the words for identifiers that formats share, in lower case.
var Schemes = map[string]ident.Scheme{"doi": ident.DOI, "pmid": ident.PMID, "pmcid": ident.PMCID, "pmc": ident.PMCID, "arxiv": ident.ArXiv}

// Identify takes an identifier that was read from a text; a text that is none
// stands in Extra.
func (c *Claim) Identify(name, text string, id ident.ID, ok bool) {
	if ok {
		c.AddID(id)
	} else {
		c.Note(name, text)
	}
}
