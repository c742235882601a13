package report

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

// counted returns the summary of groups of equal references: how many, and the results of asking the sources a,
// b, web and s2: "+" found, "-" no match, "!" a failure, "?" one that could have changed the outcome, "b"
// skipped by a budget, " " not asked.
func counted(groups map[string]int) *Summary {
	s := NewSummary(
		Run{Sources: []Source{{Name: "a"}, {Name: "b"}, {Name: "web", Minor: true}, {Name: "s2", Partial: true}}})
	outcomes := map[byte]Lookup{'+': {Outcome: "found"}, '-': {Outcome: "no-match"}, '!': {Outcome: "failed"},
		'?': {Outcome: "failed", Missed: true},
		'b': {Outcome: "failed", Reason: skippedReason, Missed: true}, ' ': {Outcome: "not-asked"}}
	for what, n := range groups {
		for range n {
			f := Finding{row.Finding{Outcome: "verified"}}
			for i, name := range []string{"a", "b", "web", "s2"}[:len(what)] {
				l := outcomes[what[i]]
				l.Source = name
				f.Lookups = append(f.Lookups, l)
			}
			s.Add(f)
		}
	}
	return s
}

func TestOutages(t *testing.T) {
	for _, c := range []struct {
		name   string
		groups map[string]int
		failed string
		all    bool
		line   string // for people
	}{
		{"nothing asked", map[string]int{"   ": 1}, "", false, ""},
		{"all answer", map[string]int{"+- ": 5, "--+": 5}, "", false, ""},
		{"a source is down, and everything is verified without it", map[string]int{"!+ ": 50}, "", false,
			"did not answer: a for 50 of 50 references; no outcome depends on it"},
		{"a tenth could have been decided", map[string]int{"++ ": 45, "?- ": 5}, "", false,
			"did not answer: a for 5 of 50 references; 5 references could have come out otherwise"},
		{"more than a tenth could have been decided", map[string]int{"++ ": 44, "?- ": 6}, "a", false, "-"},
		{"by two sources together", map[string]int{"++ ": 16, "?- ": 2, "-? ": 2}, "a b", false, "-"},
		{"by one of two that fail", map[string]int{"!+ ": 16, "!? ": 4}, "b", false, "-"},
		{"a budget left it out", map[string]int{"bb ": 9, "++ ": 1}, "", false, ""},
		{"pages are behind walls", map[string]int{"--?": 9, "++ ": 1}, "", false,
			"did not answer: web for 9 of 9 references; 9 references could have come out otherwise"},
		{"a service that refuses most questions does so", map[string]int{"-- ?": 9, "++ +": 1}, "", false,
			"did not answer: s2 for 9 of 10 references; 9 references could have come out otherwise"},
		{"it does so beside one that is down", map[string]int{"-? ?": 9, "++ +": 1}, "b", false, "-"},
		{"it is the only one asked, and refuses", map[string]int{"   ?": 2}, "s2", true, "-"},
		{"every source is down", map[string]int{"!!+": 3}, "a b", true, "-"},
	} {
		s := counted(c.groups)
		failed, all := s.Outages()
		if strings.Join(failed, " ") != c.failed || all != c.all || strings.Join(s.Outage, " ") != c.failed {
			t.Errorf("%s: Outages = %q, %v; the summary states %q", c.name, failed, all, s.Outage)
		}
		if line := s.Unanswered(); c.line != "-" && line != c.line {
			t.Errorf("%s: %q", c.name, line)
		}
	}
	if line := counted(map[string]int{"+? ": 1, "++ ": 30}).Unanswered(); line != "did not answer: b for 1 of 31 "+
		"references; 1 reference could have come out otherwise" {
		t.Errorf("%q", line)
	}
}

// TestOutageInText: an outage comes first, and failures that affect little take one line.
func TestOutageInText(t *testing.T) {
	for _, c := range []struct {
		groups map[string]int
		outage bool
	}{{map[string]int{"!+ ": 9, "?+ ": 1}, false}, {map[string]int{"!+ ": 8, "?+ ": 2}, true}} {
		var b strings.Builder
		w, err := New("text", &b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := counted(c.groups)
		if err := w.Begin(Run{}); err != nil {
			t.Fatal(err)
		}
		if err := w.End(s); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); strings.Contains(got, "OUTAGE: a failed") != c.outage ||
			strings.Contains(got, "! a for 10 of 10 references") != c.outage ||
			strings.Contains(got,
				"did not answer: a for 10 of 10 references; 1 reference could have come out otherwise\n") == c.outage {
			t.Errorf("%v: %s", c.groups, got)
		}
	}
}

// TestAskAgain: the line on services that did not answer says when a quota is renewed.
func TestAskAgain(t *testing.T) {
	s := NewSummary(Run{Sources: []Source{{Name: "a", Online: true}}})
	for _, reason := range []string{"rate-limited: HTTP 429", "rate-limited: HTTP 429",
		"rate-limited: not asked, left alone for another 58m0s: HTTP 429"} {
		s.Add(Finding{row.Finding{Outcome: "verified", Lookups: []Lookup{{Source: "a", Outcome: "failed", Reason: reason}}}})
	}
	const want = "did not answer: a for 3 of 3 references: its quota is used up for now (ask again in 58m0s); no outcome " +
		"depends on it"
	if line := s.Unanswered(); line != want {
		t.Error(line)
	}
}

// TestAllSilent: the line on a run that nobody answered names the reason once, and asks whether this machine is online
// where that may help.
func TestAllSilent(t *testing.T) {
	for reason, want := range map[string]string{
		"refused: HTTP 403": "all services: it keeps programs out",
		"bad-answer: json: unexpected end of JSON input":     "all services: its answer cannot be read",
		"timeout: no answer in time":                         "No service could be reached (a: no answer in time)",
		"bad-answer: redirect to another question":           "No service could be reached (a: it sends us to another page",
		"refused: HTTP 407":                                  "No service could be reached (a: the proxy asks for a password",
		"unreachable: name not resolved":                     "No service could be reached (a: its name is not known here)",
		"unreachable: connection refused":                    "No service could be reached (a: the connection is refused)",
		"bad-answer: text/html instead of application/json":  "No service could be reached (a: a page came in place of data",
		"unreachable: tls: failed to verify the certificate": "No service could be reached (a: its certificate is not accepted",
	} {
		var run Run
		f := Finding{row.Finding{Outcome: "inconclusive"}}
		for _, name := range []string{"a", "b", "c"} {
			run.Sources = append(run.Sources, Source{Name: name, Online: true})
			f.Lookups = append(f.Lookups, Lookup{Source: name, Outcome: "failed", Reason: reason})
		}
		s := NewSummary(run)
		s.Add(f)
		if line := s.Unanswered(); !strings.HasPrefix(line, "did not answer: "+want) {
			t.Errorf("%s: %s", reason, line)
		}
	}
}
