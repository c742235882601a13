package report

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// View is what reports say about a reason or a notice. Every output prints it, each in its own form.
type View struct {
	Rule, Field string
	Headline    string // what is wrong, in plain words: "Missing author: Claire Cui"
	Weight      string // how serious it is, and how sure if that is not certain: "major, likely"
	Strength    string // how sure it is that something is wrong: "likely"; "" if nothing is
	Holder      string // who states the recorded value, "" for nobody
	Link        string // where the record can be read
	Why         string // why the record's value may not be the one to write
	Level       string // "error", "warning" or "note", as in SARIF

	cited, recorded []token // the values, what differs marked; none if the headline says all
	bare            bool    // the headline does not say how the values differ
	at              section
	accepted        *Accepted // nil if it counts
}

// ViewOf returns the view of a reason.
func ViewOf(r *Reason) View {
	v := View{Rule: r.Rule, Field: r.Field, Weight: weight(r), Strength: Visible(r.Strength)}
	if r.Record != nil {
		v.Link = web(r.Record.Link)
	}
	if r.Pen == string(judge.Keep) || r.Doubt != "" && !judge.Doubt(r.Doubt).Told() {
		v.Why = Visible(r.Why)
	}
	field, label := biblio.Field(r.Field), labelOf(r)
	head := judge.Head(r.Rule, r.Variant, field)
	switch {
	case r.Claimed != "" && r.Recorded != "":
		v.Holder = Visible(strings.Join(witnesses(r), ", "))
		v.compare(r, head)
	case r.Claimed != "" && !strings.Contains(head, "RECORDED") && !strings.Contains(head, "VALUES"):
		v.Headline = strings.NewReplacer("FIELD", field.Label(), "CLAIMED", Visible(r.Claimed)).Replace(head)
	case field.Identifier() && r.Claimed != "":
		v.Headline = label + " " + Visible(r.Claimed) + " " + Visible(r.Message)
	case field != "":
		v.Headline = label + ": " + Visible(r.Message)
	default:
		v.Headline = Visible(r.Message)
	}
	return v
}

// compare says how the two values of a reason differ.
func (v *View) compare(r *Reason, head string) {
	field := biblio.Field(r.Field)
	if statusOf(r).Agrees() {
		v.Headline = strings.ReplaceAll(Visible(r.Rule), "-", " ")
		if r.Variant != "" {
			v.Headline += " (" + Visible(r.Variant) + ")"
		}
		v.cited, v.recorded = tokens(Visible(r.Claimed), false), tokens(Visible(r.Recorded), false)
		return
	}
	words, cited, recorded := differ(r)
	says := strings.Contains(head, "VALUES")
	if says || !field.Identifier() { // the record of an identifier is another work
		v.cited, v.recorded = cited, recorded
	}
	values, bare := valueHeadline(r, words)
	if v.bare = bare && says; field != biblio.FieldAuthors && statusOf(r) == judge.InDoubt {
		values, v.bare = values+"?", false
	}
	v.Headline = strings.NewReplacer("VALUES", values, "FIELD", field.Label(), "CLAIMED", Visible(r.Claimed),
		"RECORDED", Visible(r.Recorded)).Replace(head)
}

// pens say what fix can do about a difference of the entry KEY.
var pens = map[judge.Pen]string{
	judge.Write: "fix corrects it", judge.Offer: "fix --likely corrects it",
	judge.Choose: "if the record is right, run fix --take record KEY", judge.Keep: compare + " (it may be another work)",
}

// documents are the endings of files into which fix writes nothing.
var documents = []string{".pdf", ".docx", ".odt"}

// Pen returns the most that fix can do about a finding.
func (f *Finding) Pen() judge.Pen {
	for _, pen := range []judge.Pen{judge.Write, judge.Offer, judge.Choose, judge.Keep} {
		if f.Outcome != row.NotFound && f.Outcome != row.Ambiguous &&
			slices.ContainsFunc(f.Reasons, func(r Reason) bool { return r.Pen == string(pen) }) {
			return pen
		}
	}
	return judge.NoPen
}

// Sentence returns the view in one sentence, with the recorded value and who states it.
func (v View) Sentence() string { return v.sentence("") }

// Line is Sentence with the weight, for outputs that do not show it otherwise.
func (v View) Line() string { return shortened(v.sentence(v.Weight), messageMost) }

// Words returns the headline with the weight.
func (v View) Words() string {
	return strings.TrimSuffix(v.Headline+" ("+v.Weight+")", " ()")
}

func (v View) sentence(weight string) string {
	s := v.Headline
	if v.bare {
		s += ": " + v.Recorded()
	}
	if about := strings.Trim(weight+"; "+v.Holder, "; "); about != "" {
		s += " (" + about + ")"
	}
	return s
}

// Label returns the label of the field.
func (v View) Label() string { return biblio.Field(v.Field).Label() }

// Cited returns the cited value, "" if the headline says all.
func (v View) Cited() string { return join(v.cited, unmarked) }

// Recorded returns the recorded value.
func (v View) Recorded() string { return join(v.recorded, unmarked) }

func unmarked(s string) string { return s }

// weight describes the gravity of a reason that accuses, and its strength if it is not certain.
func weight(r *Reason) string {
	words := gravityWords[r.Gravity]
	if r.Strength != "" && r.Strength != judge.Certain.String() {
		words = strings.TrimPrefix(words+", "+Visible(r.Strength), ", ")
	}
	return words
}

// witnesses returns the sources that state the recorded value; for a corpus, the holder of the record.
func witnesses(r *Reason) []string {
	if r.Record == nil || r.Record.From == "" {
		return r.Sources
	}
	list := slices.Clone(r.Sources)
	if i := slices.Index(list, r.Record.Source); i >= 0 {
		list[i] = HolderName(r.Record.From)
	}
	return list
}

// Views returns what is to be told about a finding, the gravest first, without what a person has accepted: reasons
// that accuse or are to be checked by hand, works that must not be relied on, red flags, or why nothing is decided
// although a record was found. What is verified or not covered has none.
func (f *Finding) Views() []View {
	if f.Suppressed == Baseline || f.Suppressed == Unchanged {
		return nil
	}
	return slices.DeleteFunc(f.views(), func(v View) bool { return v.accepted != nil })
}

// views returns all views of a finding.
func (f *Finding) views() []View {
	var list []View
	add := func(r *Reason, at section) {
		v := ViewOf(r)
		v.at, v.accepted = at, f.acceptance(codeOf(*r), r.Field)
		list = append(list, v)
	}
	for i := range f.Reasons {
		r := &f.Reasons[i]
		if g, _ := judge.ParseGravity(r.Gravity); g != judge.NoGravity {
			add(r, ofGravity[g])
		} else if f.leads(r) {
			add(r, doubtful)
		}
	}
	for _, n := range f.remarks() {
		switch remark := judge.RemarkOf(n.Rule); {
		case remark.Unreliable():
			list = append(list, View{Rule: n.Rule, Headline: Visible(n.Message), at: retracted})
		case remark.Flags():
			list = append(list, View{Rule: n.Rule, Headline: Visible(n.Message), at: flagged})
		}
	}
	if at := f.section(); len(list) == 0 && (at == doubtful || at == ambiguous || at == undecided) {
		if i := slices.IndexFunc(f.Reasons, func(r Reason) bool { return !statusOf(&r).Agrees() }); i >= 0 {
			add(&f.Reasons[i], at)
		}
	}
	slices.SortStableFunc(list, func(a, b View) int { return cmp.Compare(a.at, b.at) })
	for i := range list {
		list[i].Level = headings[list[i].at].level
	}
	return list
}

// leads reports whether a reason is to be checked by hand: in a doubtful finding, or beside one that accuses.
func (f *Finding) leads(r *Reason) bool {
	s, _ := judge.ParseStrength(r.Strength)
	return s == judge.Lead || f.doubtful() && s > judge.Lead
}

// remarks returns the notices that add to the reasons: that an identifier belongs to another work is said once.
func (f *Finding) remarks() []Notice {
	return slices.DeleteFunc(slices.Clone(f.Notices), func(n Notice) bool {
		return judge.RemarkOf(n.Rule) == judge.Elsewhere && slices.ContainsFunc(f.Reasons, func(r Reason) bool {
			return statusOf(&r) == judge.Refuted && r.Recorded != "" &&
				strings.HasSuffix(strings.ToLower(n.ID), strings.ToLower(r.Claimed))
		})
	})
}

// Sentence says in one sentence what is to be told first about a finding, and in which fields more is wrong.
func (f *Finding) Sentence() string {
	list := f.views()
	if len(list) == 0 {
		return ""
	}
	var also []string
	for _, v := range list[1:] {
		label := biblio.Field(v.Field).Label()
		if v.Field != "" && v.Field != list[0].Field && !slices.Contains(also, label) {
			also = append(also, label)
		}
	}
	if len(also) == 0 {
		return list[0].Sentence()
	}
	return list[0].Sentence() + "; also " + Visible(strings.Join(also, ", "))
}

// What to do by hand about a work without and with a record.
const (
	lookForIt = "look for it"
	compare   = "compare it"
)

// todo says what to do about a finding, and returns the address of the record, or where to look; "" for none.
func (f *Finding) todo() (do, link string) {
	document := slices.Contains(documents, strings.ToLower(path.Ext(f.File)))
	switch pen := f.Pen(); {
	case document && pen == judge.Choose:
		return "if the record is right, correct it in the document", f.recordLink()
	case document && (pen == judge.Write || pen == judge.Offer):
		return "correct it in the document", f.recordLink()
	case pen == judge.Choose && f.Key == "", pen == judge.Keep && f.recordLink() == "":
	case pens[pen] != "":
		return strings.Replace(pens[pen], "KEY", Visible(f.Key), 1), f.recordLink()
	}
	return f.byHand()
}

// byHand is todo for somebody without this program.
func (f *Finding) byHand() (do, link string) {
	link = f.recordLink()
	switch at := f.section(); {
	case f.Outcome == row.NotFound, link == "" && at <= doubtful:
		return lookForIt, Visible(f.Look())
	case link != "" && at < exempt:
		return compare, link
	}
	return "", ""
}

// recordLink returns the address of the record that the finding was judged against, "" for none.
func (f *Finding) recordLink() string {
	if f.Record == nil {
		return ""
	}
	return Visible(web(f.Record.Link))
}

// Todo says in one line what to do about a finding.
func (f *Finding) Todo() string {
	do, link := f.todo()
	return strings.TrimSuffix(do+": "+link, ": ")
}

// notCorrected says why fix leaves what is wrong as it is, "" if it does not or no record says what is right.
func (f *Finding) notCorrected() string {
	list := f.views()
	if at := slices.IndexFunc(list, func(v View) bool { return v.Why != "" }); at >= 0 && f.Record != nil {
		return "not corrected: " + list[at].Why
	}
	return ""
}

// lines says all that is to be told: what is wrong, why it stays, what the record describes, and what to do.
func (f *Finding) lines() []string {
	var list []string
	for _, v := range f.views() {
		list = append(list, v.Line())
	}
	list = append(list, f.notCorrected())
	if f.Record != nil {
		list = append(list, "record of "+RecordLine(f.Record))
	}
	list = append(list, f.Todo())
	if link := f.Evidence(); link != "" && !strings.HasSuffix(list[len(list)-1], Visible(link)) {
		list = append(list, lookForIt+": "+Visible(link))
	}
	return slices.DeleteFunc(list, func(line string) bool { return line == "" })
}

// Note returns the text of a note beside an entry, in lines: the verdict in words, what is to be told, and where to
// look. It is "" for what is verified, exempt or not covered; accuses reports whether it says that something is wrong.
func (f *Finding) Note() (text string, accuses bool) {
	at := f.section()
	if at >= uncovered || len(f.views()) == 0 {
		return "", false
	}
	return strings.Join(append([]string{name(f) + ": " + f.VerdictWords()}, f.lines()...), "\n"), at <= peripheral
}

// holders are the well-known names of holders of a corpus's records, by words in the name of its part.
var holders = []struct{ part, name string }{
	{"acl_anthology", "ACL Anthology"}, {"mlanthology", "ML Anthology"}, {"arxiv", "arXiv"}, {"dblp", "DBLP"},
	{"crossref", "Crossref"}, {"openalex", "OpenAlex"}, {"pubmed", "PubMed"}, {"datacite", "DataCite"},
	{"openreview", "OpenReview"}, {"retractionwatch", "Retraction Watch"},
	{"proceedings", "the publisher"}, {"semanticscholar", "Semantic Scholar"},
	{"starter", "the starter corpus"}, // records of no other holder
}

// HolderName returns the well-known name of the holder that a source has a record from, "" for none.
func HolderName(from string) string {
	if from == "acl" { // the corpus that the program builds from the anthology
		from = "acl_anthology"
	}
	plain := strings.ReplaceAll(strings.ToLower(from), "-", "_")
	for _, h := range holders {
		if strings.Contains(plain, h.part) {
			return h.name
		}
	}
	if from == "" {
		return ""
	}
	return Visible(path.Base(from))
}

// scholar is where to search for a work without an identifier by hand.
const scholar = "https://scholar.google.com/scholar?q="

// scholarMax is the maximum length of a query in characters: longer ones return nothing.
const scholarMax = 240

// Look returns an address where a person can look for the cited work: its DOI, its arXiv id, another
// identifier, if it is not another work's, or a search for its title and first author. It is "" for a reference that
// claims none of these.
func (f *Finding) Look() string {
	c := &f.Claimed
	for _, said := range []ident.ID{{Scheme: ident.DOI, Value: c.DOI}, {Scheme: ident.ArXiv, Value: c.ArXivID},
		{Scheme: ident.PMID, Value: c.PMID}} {
		others := func(r Reason) bool { return r.Claimed == said.Value && statusOf(&r) == judge.Refuted }
		if id, ok := ident.Parse(said.String()); ok && id.Scheme == said.Scheme && said.Value != "" && id.Link() != "" &&
			!slices.ContainsFunc(f.Reasons, others) {
			return id.Link()
		}
	}
	query := cmp.Or(c.Title, f.Raw)
	if c.Title != "" && len(c.Authors) > 0 {
		if names := strings.Fields(c.Authors[0]); len(names) > 0 {
			query += " " + names[len(names)-1]
		}
	}
	query = strings.Join(strings.Fields(Visible(query)), " ")
	if runes := []rune(query); len(runes) > scholarMax {
		query = string(runes[:scholarMax])
	}
	if query == "" {
		return ""
	}
	return scholar + url.QueryEscape(query)
}

// Evidence returns the address of the record judged against, else one where to look for the work; "" for none.
func (f *Finding) Evidence() string {
	return cmp.Or(f.recordLink(), f.Look())
}

// web returns a web address that is safe to follow, "" for anything else: a saved report may be untrusted.
func web(link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

// SuggestedDOI returns the DOI of the record of a verified reference that states none, otherwise "".
func (f *Finding) SuggestedDOI() string {
	if f.Outcome != row.Verified || f.Claimed.DOI != "" || f.Record == nil {
		return ""
	}
	return f.Record.Fields.DOI
}
