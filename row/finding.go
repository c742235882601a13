package row

// Outcome is the verdict on a reference.
type Outcome string

// The outcomes.
const (
	Verified     Outcome = "verified"     // a record agrees with it
	Discrepant   Outcome = "discrepant"   // a record says something else
	Doubtful     Outcome = "doubtful"     // check by hand: there is evidence against it, but not enough to accuse
	NotFound     Outcome = "not-found"    // every source that covers such works answered, and none has it
	Ambiguous    Outcome = "ambiguous"    // several works fit equally well, or the evidence that accuses is in doubt
	Inconclusive Outcome = "inconclusive" // could not be checked
	Exempt       Outcome = "exempt"       // no source covers such works
)

// Accuses reports whether the outcome says that something is wrong.
func (o Outcome) Accuses() bool { return o == Discrepant || o == NotFound }

// Finding is the row of one reference: the result of checking it.
type Finding struct {
	Kind string `json:"kind" doc:"finding"`
	ID   string `json:"id" doc:"the key of the entry, or its file and number; unique in the run"`
	Key  string `json:"key,omitempty" doc:"of the entry, absent if it has none"`
	Mark string `json:"mark,omitempty" doc:"the number or label printed before an entry without a key"`
	Place
	Outcome         Outcome    `json:"outcome" doc:"the verdict"`
	Class           string     `json:"class" doc:"REAL: verified; HALLUCINATED: not found, or wrong in more than a peripheral field, whatever the cause, so it is no word for an invented work (gravity fabricated is); POTENTIAL: all else"`
	Gravity         string     `json:"gravity" doc:"how serious the gravest difference is"`
	Strength        string     `json:"strength" doc:"how certain it is that something is wrong: none, note, lead, likely or certain; at least a lead if the outcome is doubtful"`
	Codes           []string   `json:"codes" doc:"of the taxonomy, such as H4 for the year"`
	Fields          []string   `json:"fields" doc:"that the codes refer to"`
	Label           string     `json:"label" doc:"the verdict under the scheme of the run"`
	Score           float64    `json:"score" doc:"0 to 10: how much speaks against the entry"`
	P               *float64   `json:"p" doc:"probability, 0 to 1, that nothing in the entry is wrong; 0.5 if undecided, absent if it was not looked up"`
	Claimed         Work       `json:"claimed" doc:"what the reference says"`
	Digest          string     `json:"digest,omitempty" doc:"of everything that is claimed"`
	Record          *Record    `json:"record,omitempty" doc:"the record that it was compared with, absent for none"`
	Comparison      []Field    `json:"comparison,omitempty" doc:"the entry and the record, field by field"`
	Reasons         []Reason   `json:"reasons" doc:"of the verdict, the deciding ones first"`
	Items           []Item     `json:"items,omitempty" doc:"evidence behind the strength, weightiest first"`
	Notices         []Notice   `json:"notices,omitempty" doc:"remarks beside the verdict, such as a retraction"`
	Lookups         []Lookup   `json:"lookups" doc:"the sources that were asked, and what they answered"`
	Others          []Record   `json:"others,omitempty" doc:"further candidates, best first"`
	Moved           []Moved    `json:"moved,omitempty" doc:"the evidence that changed p, with explain"`
	Advice          []Advice   `json:"advice,omitempty" doc:"of language models"`
	Raw             string     `json:"raw,omitempty" doc:"the reference as written in the file"`
	Cited           int        `json:"cited,omitempty" doc:"number of places in the text that cite it"`
	Citations       []Citation `json:"citations,omitempty" doc:"where, the first few"`
	Rules           string     `json:"rules" doc:"version of the rules"`
	Accepted        []Accepted `json:"accepted,omitempty" doc:"what a person has dismissed"`
	Confirmed       []string   `json:"confirmed,omitempty" doc:"who confirmed it"`
	ConfirmedFields []string   `json:"confirmed_fields,omitempty" doc:"the confirmed fields, if the whole was not confirmed"`
	Suppressed      string     `json:"suppressed,omitempty" doc:"why it does not count: accepted, baseline or unchanged"`
	Edits           []Edit     `json:"edits,omitempty" doc:"that fix would make, on request"`
	Fixable         []string   `json:"fixable,omitempty" doc:"commands that would change the entry: fix, fix --likely, tidy --published or fix --add doi"`
	Claims          []Claim    `json:"claims,omitempty" doc:"what the text says of the work, if that is checked"`
}

// Record is a record that was found, with its holder and how it was found.
type Record struct {
	Source     string  `json:"source" doc:"that has it, as named in the run"`
	From       string  `json:"from,omitempty" doc:"where the source has it from"`
	Origin     string  `json:"origin,omitempty" doc:"publisher, preprint-server, aggregator, personal or confirm-only"`
	LocalID    string  `json:"local_id,omitempty" doc:"its key at the source"`
	FoundBy    string  `json:"found_by" doc:"identifier, title, raw, url, web-search, memory or event"`
	Link       string  `json:"link,omitempty" doc:"where it can be read, absent for nowhere"`
	SameWork   float64 `json:"same_work" doc:"probability, 0 to 1, that it is of the cited work"`
	Title      float64 `json:"title_similarity" doc:"in percent"`
	Fields     Work    `json:"fields" doc:"what it says of the work"`
	Mark       string  `json:"mark,omitempty" doc:"suspicious or below-gate, absent for neither"`
	Confidence float64 `json:"confidence,omitempty" doc:"in percent, where a plan states one"`
}

// Quoted names the record whose words a reason quotes.
type Quoted struct {
	Source  string `json:"source" doc:"that has it, as named in the run"`
	From    string `json:"from,omitempty" doc:"where the source has it from"`
	Origin  string `json:"origin" doc:"as in record"`
	LocalID string `json:"local_id,omitempty" doc:"its key at the source"`
	Link    string `json:"link,omitempty" doc:"where it can be read, absent for nowhere"`
}

// Field is the comparison of one field.
type Field struct {
	Field     string `json:"field" doc:"its name, as in claimed"`
	Agreement string `json:"agreement" doc:"agrees, variant, undecided, differs, unclaimed or unrecorded"`
	Variant   string `json:"variant,omitempty" doc:"kind of a variant or difference"`
	Claimed   string `json:"claimed,omitempty" doc:"the value in the entry"`
	Recorded  string `json:"recorded,omitempty" doc:"the value in the record"`
}

// Reason is one reason of the verdict.
type Reason struct {
	Rule     string   `json:"rule" doc:"the word for what was found"`
	Status   string   `json:"status,omitempty" doc:"of the field: unrecorded, contested, confirmed, variant, undecided, mixed, refuted or nearest; absent if the reason is about the whole"`
	Field    string   `json:"field,omitempty" doc:"absent for the whole reference"`
	Variant  string   `json:"variant,omitempty" doc:"how the two values are alike or differ"`
	Claimed  string   `json:"claimed,omitempty" doc:"the value in the entry"`
	Recorded string   `json:"recorded,omitempty" doc:"the value in the record"`
	Sources  []string `json:"sources,omitempty" doc:"that state the recorded value"`
	Message  string   `json:"message" doc:"in a sentence, for people"`
	Gravity  string   `json:"gravity,omitempty" doc:"of a reason that accuses"`
	Strength string   `json:"strength,omitempty" doc:"that the field is wrong: note, lead, likely or certain"`
	P        float64  `json:"p,omitempty" doc:"probability, 0 to 1, that the field is wrong; absent without a strength"`
	Judged   *Judged  `json:"judged,omitempty" doc:"how people judged such differences"`
	Record   *Quoted  `json:"record,omitempty" doc:"the record that is quoted"`
	// Pen is what fix does about a difference: write, offer (--likely writes it), choose (--take record writes it), keep
	// (it may be another work, or none) or "" (nothing on record to write). Doubt names what holds the value back, and Why
	// says it in a sentence; both are "" for nothing.
	Pen       string           `json:"pen,omitempty" doc:"what fix does: write, offer, choose or keep; absent if no record says what to write"`
	Doubt     string           `json:"doubt,omitempty" doc:"what holds the value back"`
	Why       string           `json:"why,omitempty" doc:"the same in a sentence"`
	Names     []NameDifference `json:"names,omitempty" doc:"in which two lists of authors differ, at most 30; who is not named is on both"`
	MoreNames int              `json:"more_names,omitempty" doc:"number of further names"`
	Moved     bool             `json:"moved,omitempty" doc:"people on both lists are in another order"`
}

// NameDifference is a name in which two lists of authors differ: Cited is "" for a missing name, Recorded for an
// extra one. Kind is extra, missing, other (another person), or how two names of one person differ: given-differs,
// misspelt, typing-slip, ….
type NameDifference struct {
	Cited    string `json:"cited,omitempty" doc:"the name in the entry, absent for a missing one"`
	Recorded string `json:"recorded,omitempty" doc:"the name on record, absent for an extra one"`
	Kind     string `json:"kind" doc:"extra, missing, other (another person), or how two names of one person differ: given-differs, misspelt, …"`
}

// Judged counts how people judged such differences in bibliographies that people maintain.
type Judged struct {
	Right    int `json:"right" doc:"the entry was wrong"`
	Pedantic int `json:"pedantic" doc:"too small to correct"`
	False    int `json:"false" doc:"the entry was right"`
}

// Item is one piece of evidence. Weight is the logarithm of how much more often it is seen in wrong entries
// than in right ones; below 0 it speaks for the entry.
type Item struct {
	Kind   string  `json:"kind" doc:"of evidence"`
	Field  string  `json:"field,omitempty" doc:"that it is about, absent for the whole entry"`
	Source string  `json:"source,omitempty" doc:"whose record or missing record it rests on, absent for none"`
	Weight float64 `json:"weight" doc:"logarithm of how much more often it is seen in wrong entries than in right ones; below 0 it speaks for the entry"`
}

// Notice is a fact about the work that is no verdict, such as its retraction.
type Notice struct {
	Rule    string `json:"rule" doc:"the word for what was noticed: retracted, published-version, …"`
	Message string `json:"message" doc:"in a sentence, for people"`
	ID      string `json:"id,omitempty" doc:"that it points to"`
}

// Lookup is the result of asking one source.
type Lookup struct {
	Source   string `json:"source" doc:"that was asked"`
	Outcome  string `json:"outcome" doc:"found, no-match, not-asked or failed"`
	Hits     int    `json:"hits,omitempty" doc:"records returned"`
	Coverage string `json:"coverage,omitempty" doc:"why its silence counts, if it does"`
	Reason   string `json:"reason,omitempty" doc:"why it failed or was not asked"`
	Missed   bool   `json:"missed,omitempty" doc:"it failed, and an answer could have changed the outcome"`
}

// Moved is one item of evidence and its effect on p.
type Moved struct {
	Feature string  `json:"feature" doc:"the kind of evidence"`
	Value   float64 `json:"value" doc:"1: it holds"`
	Effect  float64 `json:"effect" doc:"in logits; above 0 for a right entry"`
}

// Advice is what one role of a model said about a reference, and its effect.
type Advice struct {
	Role       string   `json:"role" doc:"of the model"`
	Label      string   `json:"label,omitempty" doc:"its verdict"`
	Score      *float64 `json:"score,omitempty" doc:"0 to 10, on the scale of models"`
	Confidence float64  `json:"confidence,omitempty" doc:"0 to 1, as it says"`
	Effect     string   `json:"effect" doc:"on the verdict: unheard, replaced, explained, disagreed, scored, resolved, ranked or lowered; empty for none"`
	Reasoning  string   `json:"reasoning,omitempty" doc:"in its words"`
	Unheard    string   `json:"unheard,omitempty" doc:"why it was ignored"`
}

// Accepted records that a person has accepted a code of a finding.
type Accepted struct {
	Code   string `json:"code" doc:"that was accepted"`
	Field  string `json:"field,omitempty" doc:"the one field of the code, absent for all"`
	Reason string `json:"reason,omitempty" doc:"in the words of the person"`
	Date   string `json:"date,omitempty" doc:"as written"`
	By     string `json:"by" doc:"file and line, or “comment”"`
	Stale  bool   `json:"stale,omitempty" doc:"the entry has changed since, so it no longer applies"`
}

// About returns what was accepted: a code, or one field of it.
func (a Accepted) About() string {
	if a.Field == "" {
		return a.Code
	}
	return a.Code + " (" + a.Field + ")"
}
