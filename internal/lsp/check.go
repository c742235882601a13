package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// checked is what is known about one version of a text.
type checked struct {
	name     string
	version  int32
	text     *text
	document extract.Document
	unread   error            // why it could not be read
	unusable []biblio.Problem // files of acceptances that cannot be used
	findings []audit.Finding  // of its references, in order
	raised   []raised         // for each finding
	remarks  []lint.Remark
	bib      *bibtex.File // nil for other formats
	items    []*bibtex.Item
	accepted *accept.List
	plans    *plans
	works    *extract.Works // of the text before
}

// raised is what the row of a finding reports.
type raised struct {
	finding int // index
	views   []report.View
	link    string // where the record can be read
	record  string // in one line, "" if none
}

func (c *checked) row(i int) report.Finding {
	row := report.Row(c.findings[i], "", false)
	c.accepted.Mark(&row)
	return row
}

// check checks the text of a document until there is no newer one.
func (s *server) check(doc *document) {
	for {
		s.mu.Lock()
		if s.docs[doc.uri] != doc {
			s.mu.Unlock()
			return
		}
		if doc.cancel != nil { // the running check continues with the newer text
			doc.again = true
			s.mu.Unlock()
			return
		}
		var ctx context.Context
		ctx, doc.cancel = context.WithCancel(s.ctx)
		c := &checked{name: doc.name, version: doc.version, text: doc.text, plans: &plans{}, works: doc.works}
		ask := doc.ask
		doc.ask, doc.again = false, false
		s.work.Add(1)
		s.mu.Unlock()

		s.slots <- struct{}{}
		s.checkText(ctx, doc, c)
		<-s.slots
		if ask && ctx.Err() == nil {
			s.askServices(ctx, doc, c)
		}
		s.work.Done()

		s.mu.Lock()
		ended := ctx.Err() != nil
		doc.cancel()
		doc.cancel = nil
		doc.ask = doc.ask || ask && ended
		again := doc.again
		s.mu.Unlock()
		if !again {
			return
		}
	}
}

// manyNew is the number of new references from which a text shows known findings before the new ones are audited.
const manyNew = 50

// checkText reads a text, audits new references, and shows the result.
func (s *server) checkText(ctx context.Context, doc *document, c *checked) {
	c.read()
	var linting sync.WaitGroup
	var remarks []lint.Remark
	linting.Go(func() { remarks = c.lint(s.Now().Year()) })
	day := run.Day(s.Now())
	s.offline.on(day)
	s.online.on(day)
	known := func(ref *biblio.Reference) (audit.Finding, bool) {
		if f, ok := s.online.get(ref); ok {
			return f, true
		}
		return s.offline.get(ref)
	}
	if fresh := unknown(c.document.References, known); len(fresh) > manyNew {
		first := *c
		first.plans = &plans{}
		s.settle(ctx, &first, s.Setup, nil, func(ref *biblio.Reference) (audit.Finding, bool) {
			if f, ok := known(ref); ok {
				return f, true
			}
			return audit.Finding{Reference: *ref, Verdict: judge.Verdict{Best: -1}}, true
		})
		linting.Wait()
		first.remarks = remarks
		s.show(doc, &first)
	}
	settled := s.settle(ctx, c, s.Setup, &s.offline, known)
	linting.Wait()
	if c.remarks = remarks; settled {
		s.show(doc, c)
	}
}

func unknown(refs []biblio.Reference, known func(*biblio.Reference) (audit.Finding, bool)) []int {
	var list []int
	for i := range refs {
		if _, ok := known(&refs[i]); !ok {
			list = append(list, i)
		}
	}
	return list
}

func (c *checked) read() {
	src := []byte(c.text.string)
	var parsing sync.WaitGroup
	if strings.EqualFold(filepath.Ext(c.name), ".bib") {
		parsing.Go(func() { c.bib = bibtex.Parse(src) })
	}
	c.document, c.unread = extract.Read(c.name, src, extract.Options{Works: c.works})
	if errors.Is(c.unread, extract.ErrEmpty) || errors.Is(c.unread, extract.ErrNoReferences) {
		c.unread = nil
	}
	ids := extract.IDs{}
	for i := range c.document.References {
		c.document.References[i].ID = ids.Take(c.document.References[i].ID)
	}
	parsing.Wait()
	if c.document.Format != "bibtex" || reading.IsUTF16(src) {
		c.bib = nil
	} else {
		if c.bib == nil {
			c.bib = bibtex.Parse(src)
		}
		for i := range c.bib.Items {
			if c.bib.Items[i].Kind == bibtex.Entry {
				c.items = append(c.items, &c.bib.Items[i])
			}
		}
	}
}

// lint returns the remarks on a text, except those that verdicts make.
func (c *checked) lint(year int) []lint.Remark {
	file := lint.File{Name: c.name, Bib: c.bib, Problems: c.document.Problems,
		Findings: make([]audit.Finding, len(c.document.References))}
	for i := range file.Findings {
		file.Findings[i] = audit.Finding{Reference: c.document.References[i], Verdict: judge.Verdict{Best: -1}}
	}
	return lint.Check([]lint.File{file}, lint.Options{Year: year})
}

// settle audits the unknown references of a text, and stores the new findings. It reports whether it finished.
func (s *server) settle(ctx context.Context, c *checked, with *setup.Setup, keep *memo,
	known func(*biblio.Reference) (audit.Finding, bool), watch ...func(report.Finding)) bool {
	accepted, err := accept.Open(ctx, accept.Options{Accepted: true, Texts: map[string]string{c.name: c.text.string}})
	if err != nil {
		s.Log.Warn("what was accepted is not applied", "reason", err)
		return false
	}
	c.accepted, c.findings, c.raised = accepted, make([]audit.Finding, 0, len(c.document.References)), nil
	c.unusable = accepted.Load([]string{c.name})
	opt := run.Options{Version: s.Version, Jobs: s.Jobs, Today: run.Day(s.Now()), Known: known, Accept: accepted}
	if len(watch) > 0 {
		opt.Watch.Settled = watch[0]
	}
	r := run.New(with, opt)
	defer r.Close()
	err = r.References(ctx, c.document.References, func(f audit.Finding, row report.Finding) error {
		f = f.Kept()
		if keep != nil {
			keep.put(f)
		}
		c.raise(&row)
		c.findings = append(c.findings, f)
		return nil
	})
	return err == nil && ctx.Err() == nil
}

func (c *checked) raise(row *report.Finding) {
	r := raised{finding: len(c.findings), views: row.Views()}
	if len(r.views) == 0 {
		return
	}
	if row.Record != nil {
		r.link, r.record = row.Evidence(), cut(report.RecordLine(row.Record), 300)
	}
	c.raised = append(c.raised, r)
}

// show shows in the editor what is known about a text, unless it has changed.
func (s *server) show(doc *document, c *checked) {
	s.mu.Lock()
	settings := s.settings
	s.mu.Unlock()
	list := append(c.diagnostics(doc.uri, &settings, &s.can), s.keyDiagnostics(doc, c, &settings)...)
	if list == nil {
		list = []Diagnostic{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.docs[doc.uri] != doc || doc.version != c.version {
		return
	}
	doc.last = c
	s.out.put(&PublishDiagnosticsParams{URI: doc.uri, Version: &c.version,
		Diagnostics: list})
	if settings.Lens && s.can.Workspace.CodeLens.RefreshSupport {
		go func() { _ = s.client.call(s.ctx, "workspace/codeLens/refresh", nil) }()
	}
}

// at returns what is known about the current text, nil while it is being checked.
func (s *server) at(doc *document) *checked {
	s.mu.Lock()
	defer s.mu.Unlock()
	if doc == nil || doc.last == nil || doc.last.version != doc.version {
		return nil
	}
	return doc.last
}

// memo caches the findings of unchanged references. It is safe for concurrent use.
type memo struct {
	mu    sync.Mutex
	day   biblio.Date // of the findings: later years are in the future
	byRaw map[string][]audit.Finding
	count int
}

// maxKept is the maximum number of findings in a memo, about 6 kB each.
const maxKept = 30_000

func (m *memo) get(ref *biblio.Reference) (audit.Finding, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, f := range m.byRaw[ref.Raw] {
		if audit.SameClaim(&f.Reference, ref) {
			return f.Again(ref), true
		}
	}
	return audit.Finding{}, false
}

// put stores a trimmed finding, unless there is one already. If there are too many, it deletes all earlier
// ones: those of open texts come back with their next check.
func (m *memo) put(f audit.Finding) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, have := range m.byRaw[f.Reference.Raw] {
		if audit.SameClaim(&have.Reference, &f.Reference) {
			return
		}
	}
	if m.byRaw == nil || m.count >= maxKept {
		m.byRaw, m.count = map[string][]audit.Finding{}, 0
	}
	m.byRaw[f.Reference.Raw] = append(m.byRaw[f.Reference.Raw], f)
	m.count++
}

func (m *memo) on(day biblio.Date) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.day != day {
		m.day, m.byRaw, m.count = day, nil, 0
	}
}

// askServices asks services about the references of a text that they were not asked about before, shows
// progress in the editor, and then the result.
func (s *server) askServices(ctx context.Context, doc *document, c *checked) {
	with, err := s.Online()
	if err != nil {
		_ = s.client.Notify(s.ctx, "window/showMessage", map[string]any{
			"type": 1, "message": "bonafide: no service can be asked: " + report.Visible(err.Error())}) // an error
		return
	}
	open := unknown(c.document.References, s.online.get)
	if len(open) == 0 {
		return
	}
	ctx, tell, end := s.shownProgress(ctx, fmt.Sprintf("bonafide asks services about %d references", len(open)), len(open))
	defer end()
	after := *c
	after.plans = &plans{}
	if s.settle(ctx, &after, with, &s.online, s.online.get, tell) {
		s.show(doc, &after)
	}
}

const progressEvery = 200 * time.Millisecond

// shownProgress shows progress over some references in the editor, if it can. The context ends when the user cancels.
func (s *server) shownProgress(ctx context.Context, title string, total int) (_ context.Context,
	tell func(report.Finding), end func()) {
	ctx, cancel := context.WithCancel(ctx)
	can := s.can.Window.WorkDoneProgress
	s.mu.Lock()
	token := fmt.Sprintf("bonafide-%d", s.tokens)
	s.tokens++
	s.progress[token] = cancel
	s.mu.Unlock()
	forget := func() {
		s.mu.Lock()
		delete(s.progress, token)
		s.mu.Unlock()
		cancel()
	}
	if can {
		can = s.client.call(ctx, "window/workDoneProgress/create", &TokenParams{Token: token}) == nil
	}
	if !can {
		return ctx, func(report.Finding) {}, forget
	}
	send := func(p WorkDoneProgress) {
		_ = s.client.Notify(s.ctx, "$/progress", map[string]any{"token": token, "value": p})
	}
	send(WorkDoneProgress{Kind: "begin", Title: title, Cancellable: true})
	done, last := 0, time.Time{}
	tell = func(report.Finding) {
		done++
		if now := s.Now(); now.Sub(last) >= progressEvery || done == total {
			last = now
			share := 100 * min(done, total) / total
			send(WorkDoneProgress{Kind: "report", Message: fmt.Sprintf("%d of %d", done, total), Percentage: &share})
		}
	}
	return ctx, tell, func() {
		send(WorkDoneProgress{Kind: "end"})
		forget()
	}
}

func (s *server) WorkDoneProgressCancel(_ context.Context, p *TokenParams) error {
	token, _ := p.Token.(string)
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.progress[token]; cancel != nil {
		cancel()
	}
	return nil
}
