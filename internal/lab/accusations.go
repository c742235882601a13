package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// The modes of the suite accusations: bibliographies as people keep them, entries of such bibliographies that
// were damaged on purpose, and such entries with an identifier of another work.
const (
	Kept    = "kept"
	Damaged = "damaged"
	Pinned  = "pinned"
)

// accusationFiles are the files of the shared data for the corpus of the suite.
var accusationFiles = []string{"works.jsonl.zst", "acl-anthology-xml.tar.zst", "pmc_references.jsonl.gz",
	"citecheck_originals.jsonl.gz"}

// entryLabel is people's judgement of the accusation of an entry.
type entryLabel struct {
	File  string   `json:"file"`
	Key   string   `json:"key"`
	Label string   `json:"label"` // right, pedantic, false, unsure
	Codes []string `json:"codes"` // of the accusation that was judged
}

// The labels of accusations. An accusation without a label is new, and counts as false.
const (
	labelRight    = "right"
	labelPedantic = "pedantic"
	labelFalse    = "false"
	labelUnsure   = "unsure"
	labelNew      = "new"
)

func loadAccusations(ctx context.Context, opt *Options) (*Set, error) {
	set := &Set{}
	load := set.loadKept
	if opt.Mode == Damaged {
		load = set.loadDamaged
	}
	if err := load(opt); err != nil {
		return nil, err
	}
	if err := set.checkAsUser(ctx, opt); err != nil || opt.Mode != Pinned {
		return set, err
	}
	return set, set.pin(ctx, opt)
}

// loadKept reads bibliographies, and the labels of accusations of their entries.
func (s *Set) loadKept(opt *Options) error {
	root, err := opt.path(opt.Citations, "bench", "accusations", "dev")
	if err != nil {
		return err
	}
	files := []string{root}
	if isFolder(root) {
		if files, err = filepath.Glob(filepath.Join(root, "*.bib")); err != nil {
			return err
		}
	}
	labels, err := readEntryLabels(opt)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := s.readKept(file, labels); err != nil {
			return err
		}
	}
	if labels == nil {
		s.Gold = nil
	}
	s.noteUnread(labels, files)
	return nil
}

// noteUnread counts the labels of entries of these bibliographies that were not read.
func (s *Set) noteUnread(labels map[string]entryLabel, files []string) {
	read, names := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		names[filepath.Base(file)] = true
	}
	for _, g := range s.Gold {
		read[g.Entry] = true
	}
	for _, entry := range sortedKeys(labels) {
		if l := labels[entry]; !read[entry] && names[l.File] {
			s.note("no entry was read of which a label speaks: " + entry)
			s.unread += one(l.Label == labelRight && !peripheral(l.Codes))
		}
	}
}

// readEntryLabels reads the labels of --gold or the shared data, and after them those of --judged for entries
// that have none; nil if there is no label file.
func readEntryLabels(opt *Options) (map[string]entryLabel, error) {
	gold := opt.Gold
	if gold == "" && opt.Citations == "" {
		gold = filepath.Join(opt.Data, "bench", "accusations", "dev_labels.jsonl")
	}
	if gold == "" {
		return nil, nil
	}
	files := []string{gold, opt.Judged}
	if isFolder(opt.Judged) {
		more, err := filepath.Glob(filepath.Join(opt.Judged, "*.jsonl"))
		if err != nil {
			return nil, err
		}
		files = append([]string{gold}, more...)
	}
	labels := map[string]entryLabel{}
	for _, file := range files {
		if file == "" {
			continue
		}
		err := result.Each(file, func(line []byte) error {
			var l entryLabel
			if err := json.Unmarshal(line, &l); err != nil {
				return fmt.Errorf("not a label: %w", err)
			}
			if !slices.Contains([]string{labelRight, labelPedantic, labelFalse, labelUnsure}, l.Label) {
				return fmt.Errorf("%q is no label: use right, pedantic, false or unsure", l.Label)
			}
			if _, known := labels[entryOf(l.File, l.Key)]; !known {
				labels[entryOf(l.File, l.Key)] = l
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return labels, nil
}

// entryOf returns the name of an entry of a file.
func entryOf(file, key string) string { return file + ":" + key }

// readKept adds the references of one bibliography.
func (s *Set) readKept(file string, labels map[string]entryLabel) error {
	doc, err := extract.ReadFile(file, extract.Options{})
	if err != nil && !errors.Is(err, extract.ErrNoReferences) {
		return err
	}
	name := filepath.Base(file)
	times := map[string]int{}
	for _, r := range doc.References {
		key := r.Key
		if key == "" {
			key = fmt.Sprintf("line %d", r.Place.Line)
		}
		entry := entryOf(name, key)
		g := Gold{ID: entry, Cluster: name, Group: name, Entry: entry, Label: labels[entry].Label, Codes: labels[entry].Codes}
		if times[key]++; times[key] > 1 {
			g.ID = fmt.Sprintf("%s (%d)", entry, times[key])
		}
		r.ID = g.ID
		s.Cases, s.Gold = append(s.Cases, Case{Reference: r}), append(s.Gold, g)
	}
	return nil
}

// loadDamaged reads the damaged entries that the gold names.
func (s *Set) loadDamaged(opt *Options) error {
	file, err := opt.path(opt.Citations, "bench", "accusations", "dev_damaged.bib")
	if err != nil {
		return err
	}
	gold := opt.Gold
	if gold == "" && opt.Citations == "" {
		gold = filepath.Join(opt.Data, "bench", "accusations", "dev_damaged_gold.jsonl")
	}
	truth := map[string]result.Object{}
	if gold != "" {
		err := result.EachObject(gold, func(o result.Object) error {
			truth[o.Text("key")] = o
			return nil
		})
		if err != nil {
			return err
		}
	}
	doc, err := extract.ReadFile(file, extract.Options{})
	if err != nil {
		return err
	}
	for _, r := range doc.References {
		o, known := truth[r.Key]
		if gold != "" && !known {
			continue
		}
		s.Cases = append(s.Cases, Case{Reference: r})
		if known {
			s.Gold = append(s.Gold,
				Gold{ID: r.ID, Cluster: o.Text("base"), Group: o.Text("kind"), Entry: r.Key, Fields: o.List("fields")})
		}
	}
	return nil
}

// checkAsUser checks the cases as "bonafide check --offline --memory none" does, with the corpora of the
// options, or that of the suite.
func (s *Set) checkAsUser(ctx context.Context, opt *Options) error {
	if opt.unasked() {
		return nil
	}
	dirs, err := opt.accusationCorpora(ctx)
	if err != nil {
		return err
	}
	run, err := setup.Open(setup.Options{Corpora: dirs, Offline: true, Online: setup.Online{Memory: setup.NoMemory},
		Models: setup.Models{Model: setup.NoModels}})
	if err != nil {
		return err
	}
	s.Road, s.Close = *run.Auditor, run.Close
	now := time.Now()
	s.Today = biblio.Date{Year: now.Year(), Month: int(now.Month()), Day: now.Day()}
	return s.noteDomains(dirs)
}

func (o *Options) accusationCorpora(ctx context.Context) ([]string, error) {
	if len(o.Corpus) > 0 {
		return o.Folders(ctx)
	}
	if o.Data == "" {
		return nil, fmt.Errorf("%w (--corpus)", ErrNoInput)
	}
	w := works{coverage: filepath.Join(o.Data, "corpora", "coverage.jsonl"),
		origins: filepath.Join(o.Data, "corpora", originsName)}
	for _, name := range accusationFiles {
		w.files = append(w.files, filepath.Join(o.Data, "corpora", name))
	}
	dir, err := o.built(ctx, w)
	return []string{dir}, err
}

// foreign is the share of a bibliography's titles below which a corpus counts as of another field.
const foreign = 0.25

// noteDomains marks the cases of bibliographies whose field the corpus covers.
func (s *Set) noteDomains(dirs []string) error {
	ix, err := index.Open(dirs...)
	if err != nil || s.Blind() {
		return err
	}
	defer ix.Close()
	titles, known := map[string]float64{}, map[string]float64{}
	for i, g := range s.Gold {
		title := s.Cases[i].Reference.Claimed.FullTitle()
		if strings.TrimSpace(title) == "" {
			continue
		}
		hits, err := ix.ByTitle(title)
		if err != nil {
			return err
		}
		titles[g.Cluster]++
		if len(hits) > 0 && hits[0].Score == 1 {
			known[g.Cluster]++
		}
	}
	for i, g := range s.Gold {
		s.Gold[i].Known = known[g.Cluster] >= foreign*titles[g.Cluster]
	}
	return nil
}
