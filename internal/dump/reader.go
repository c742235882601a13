package dump

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Options say how a dump is read. The zero value recognises the format and
// keeps every field.
type Options struct {
	Format  Format // Auto recognises it for each file
	Source  string // name for records that state no source; "" means the format's name
	Workers int    // that decode; 0 means one per processor
	// Origins gives the origin of records by the source that they state, where it
	// is another than that of their format.
	Origins map[string]biblio.Origin
	// Omit names keys of Extra that are dropped: see Bulky.
	Omit []string
	// Keep says which records are wanted, before Omit takes fields off them; nil
	// keeps all. It is called by several goroutines at once.
	Keep func(*biblio.Record) bool
	// Unwanted also gives the records that Keep does not want, as ones that the
	// source has taken back: an earlier form of them may have been wanted.
	Unwanted bool
	// Deletions also gives the records that the source has taken back: see Deleted.
	Deletions bool
	// Whole means that the dump is known to be all of it, so that what only a
	// whole dump may declare counts whatever its size.
	Whole bool
	// Resume goes on where a checkpoint of the same dump was taken.
	Resume *Checkpoint
	// BibTeX reads the text of a .bib file. Without it such files are bad.
	BibTeX func(file string, data []byte) ([]biblio.Record, []error)

	units int // of a batch at most; batchUnits when zero
}

// maxBad bounds the list of bad records, not their count.
const maxBad = 1000

// Bulky lists keys of Extra that take much room and say nothing that a
// reference claims: abstracts, cited works, subjects, funding, bookkeeping.
func Bulky() []string {
	return []string{
		"abstract", "Abstract", "abstract_inverted_index", "reference", "reference-count", "references-count",
		"is-referenced-by-count", "referenced_works",
		"referenced_works_count", "related_works", "references", "citations", "concepts", "topics", "primary_topic",
		"keywords", "KeywordList", "mesh", "MeshHeadingList",
		"ChemicalList", "counts_by_year", "sustainable_development_goals", "grants", "awards", "funders", "funder",
		"GrantList", "fundingReferences", "institutions_distinct_count",
		"countries_distinct_count", "corresponding_author_ids", "corresponding_institution_ids", "apc_list", "apc_paid",
		"cited_by_api_url", "cited_by_count",
		"cited_by_percentile_year", "citation_normalized_percentile", "fwci", "has_fulltext", "has_content", "content_urls",
		"best_oa_location", "open_access", "indexed_in", "ngrams_url",
		"indexed", "link", "license", "content-domain", "assertion", "deposited", "created", "score", "resource", "member",
		"prefix", "alternative-id", "update-policy", "archive",
		"descriptions", "subjects", "relationships", "rightsList", "sizes", "formats", "viewsOverTime", "downloadsOverTime",
		"citationsOverTime", "geoLocations",
		"AffiliationInfo", "History", "CitationSubset", "tldr", "embedding", "s2fieldsofstudy", "s2FieldsOfStudy",
		"citationStyles", "openAccessPdf", "video", "attachment",
	}
}

// Bad is a part of a dump that could not be read.
type Bad struct {
	File   string `json:"file"`
	Member string `json:"member,omitempty"` // in an archive
	Place  int64  `json:"place"`            // line, or number of the record, from 1; 0 means the file
	Why    string `json:"why"`
	Lost   bool   `json:"lost,omitempty"` // the rest of the file could not be read either
}

// Stats counts what came of a dump so far.
type Stats struct {
	Records int64 `json:"records"` // given out
	Bad     int64 `json:"bad"`
	Lost    int64 `json:"lost,omitempty"` // files of which the rest could not be read
	Skipped int64 `json:"skipped"`        // well-formed and no works
	Files   int64 `json:"files"`          // files and members read
	Unknown int64 `json:"unknown"`        // files and members of no known format, passed over
}

// Reader gives the records of a dump in a fixed order. It is used by one
// goroutine; it works ahead in others until Close.
type Reader struct {
	opt    Options
	omit   map[string]bool
	files  []file
	total  int64
	offset atomic.Int64 // bytes of files read, compressed

	next  func() (*batch, bool)
	stop  func()
	end   error // what NextBatch gives behind the last batch
	stats Stats
	bad   []Bad
	rows  []declared
	at    position
}

// Size returns the bytes of a file, an archive or a folder of files on disk.
func Size(path string) (total int64, err error) {
	files, err := listFiles(path)
	if err != nil {
		return 0, fmt.Errorf("open dump: %w", err)
	}
	for _, f := range files {
		total += f.size
	}
	return total, nil
}

// Open starts to read a file, an archive or a folder of files.
func Open(path string, opt Options) (*Reader, error) {
	files, err := listFiles(path)
	if err != nil {
		return nil, fmt.Errorf("open dump: %w", err)
	}
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	opt.units = cmp.Or(opt.units, batchUnits)
	r := &Reader{opt: opt, files: files, end: io.EOF}
	for _, f := range files {
		r.total += f.size
	}
	r.omit = make(map[string]bool, len(opt.Omit))
	for _, key := range opt.Omit {
		r.omit[key] = true
	}
	if opt.Resume != nil {
		if err := r.resume(*opt.Resume); err != nil {
			return nil, fmt.Errorf("resume dump: %w", err)
		}
	}
	r.next, r.stop = iter.Pull(parallel.InOrder(r.batches(r.at), opt.Workers, 2*opt.Workers, func() func(*batch) *batch {
		return func(b *batch) *batch {
			b.decode(r)
			return b
		}
	}))
	return r, nil
}

// NextBatch returns some of the next records, at least one; io.EOF after the
// last. The slice is the caller's.
func (r *Reader) NextBatch() ([]biblio.Record, error) {
	for {
		b, ok := r.next()
		if !ok {
			return nil, r.end
		}
		records := b.records
		r.settle(b)
		if len(records) > 0 {
			return records, nil
		}
	}
}

// settle takes over what a finished batch found besides records.
func (r *Reader) settle(b *batch) {
	r.stats.Records += int64(len(b.records))
	r.stats.Bad += int64(len(b.bad))
	r.stats.Skipped += b.skipped
	r.stats.Files += b.files
	r.stats.Unknown += b.unknown
	for _, bad := range b.bad {
		if bad.Lost {
			r.stats.Lost++
		}
		if len(r.bad) < maxBad {
			r.bad = append(r.bad, bad)
		}
	}
	r.rows = append(r.rows, b.rows...)
	r.at.finish(b)
	b.recycle()
}

// Offset returns how many bytes of the dump, as it is on disk, were read. The
// reader works ahead of the records it gave by a bounded amount.
func (r *Reader) Offset() int64 { return min(r.offset.Load(), r.total) }

// Total returns the size of the dump on disk in bytes.
func (r *Reader) Total() int64 { return r.total }

// Stats counts what came of the dump so far.
func (r *Reader) Stats() Stats { return r.stats }

// Bad lists what could not be read so far, at most maxBad; Stats has the full
// count.
func (r *Reader) Bad() []Bad { return slices.Clone(r.bad) }

// Coverage returns the rows that the dump declares, in the order of containers
// and years. They are final after io.EOF.
func (r *Reader) Coverage() []biblio.CoverageRow {
	return mergeRows(borneOut(r.rows, r.stats, r.opt.Whole))
}

// deletedKey marks in Extra what Deleted reports.
const deletedKey = "deleted-by-source"

// Deleted reports that a record only says that its source has taken back the one
// with that key.
func Deleted(r *biblio.Record) bool { return r.Extra[deletedKey] != "" }

// errClosed means that the reader was closed while it was asked.
var errClosed = errors.New("dump reader is closed")

// Close ends all work. It may be called more than once, and not while NextBatch runs.
func (r *Reader) Close() error {
	r.stop()
	r.end = errClosed
	return nil
}
