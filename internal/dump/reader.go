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

// Options are the options of reading a dump. The zero value recognises the format and keeps every field.
type Options struct {
	Format  Format // Auto recognises it per file
	Source  string // name for records that state no source; "" means the format's name
	Workers int    // number of decoders; 0 means one per processor
	// Origins are the origins of records by the source that they state, if they differ from that of their format.
	Origins map[string]biblio.Origin
	// Omit lists keys of Extra to drop: see Bulky.
	Omit []string
	// Keep reports whether a record is wanted, before Omit removes fields from it; nil keeps all. It is called
	// concurrently.
	Keep func(*biblio.Record) bool
	// Unwanted also returns the records that Keep does not want, marked as deleted by the source: an earlier
	// version may have been wanted.
	Unwanted bool
	// Deletions also returns the records that the source has deleted: see Deleted.
	Deletions bool
	// Whole means that the dump is known to be complete, so that declarations that require that count
	// whatever its size.
	Whole bool
	// Resume continues at a checkpoint of the same dump.
	Resume *Checkpoint
	// BibTeX reads the text of a .bib file. Without it such files are bad.
	BibTeX func(file string, data []byte) ([]biblio.Record, []error)

	units int // maximum per batch; batchUnits if zero
}

// maxBad is the maximum length of the list of bad records, which are all counted.
const maxBad = 1000

// Bulky lists keys of Extra that take much space and that no reference claims: abstracts, cited works,
// subjects, funding, bookkeeping.
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
	Place  int64  `json:"place"`            // line, or number of the record, from 1; 0 means the whole file
	Why    string `json:"why"`
	Lost   bool   `json:"lost,omitempty"` // the rest of the file could not be read either
}

// Stats are the counts of a dump so far.
type Stats struct {
	Records int64 `json:"records"` // returned
	Bad     int64 `json:"bad"`
	Lost    int64 `json:"lost,omitempty"` // files whose rest could not be read
	Skipped int64 `json:"skipped"`        // well-formed but not works
	Files   int64 `json:"files"`          // files and members read
	Unknown int64 `json:"unknown"`        // files and members of unknown format, skipped
}

// Reader returns the records of a dump in a fixed order. It must not be used concurrently; it reads ahead in
// other goroutines until Close.
type Reader struct {
	opt    Options
	omit   map[string]bool
	files  []file
	total  int64
	offset atomic.Int64 // bytes read of the files, compressed

	next  func() (*batch, bool)
	stop  func()
	end   error // what NextBatch returns after the last batch
	stats Stats
	bad   []Bad
	rows  []declared
	at    position
}

// Size returns the size in bytes of a file, an archive or a folder of files on disk.
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

// Open starts reading a file, an archive or a folder of files.
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

// NextBatch returns some of the next records, at least one; io.EOF after the last. The caller owns the slice.
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

// settle adds what a finished batch found besides records.
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
	if cap(b.buf) <= 4*batchBytes {
		batches.Put(b)
	}
}

// Offset returns how many bytes of the dump on disk were read. The reader is ahead of the returned records by a
// limited amount.
func (r *Reader) Offset() int64 { return min(r.offset.Load(), r.total) }

// Total returns the size of the dump on disk in bytes.
func (r *Reader) Total() int64 { return r.total }

// Stats returns the counts so far.
func (r *Reader) Stats() Stats { return r.stats }

// Bad lists what could not be read so far, at most maxBad; Stats has the full
// count.
func (r *Reader) Bad() []Bad { return slices.Clone(r.bad) }

// Coverage returns the rows that the dump declares, in the order of containers
// and years. They are final after io.EOF.
func (r *Reader) Coverage() []biblio.CoverageRow {
	return mergeRows(borneOut(r.rows, r.stats, r.opt.Whole))
}

// deletedKey is the key in Extra that marks records for Deleted.
const deletedKey = "deleted-by-source"

// Deleted reports whether a record only says that its source has deleted the one with that key.
func Deleted(r *biblio.Record) bool { return r.Extra[deletedKey] != "" }

// errClosed means that the reader was closed during a call.
var errClosed = errors.New("dump reader is closed")

// Close ends all work. It may be called more than once, but not while NextBatch runs.
func (r *Reader) Close() error {
	r.stop()
	r.end = errClosed
	return nil
}
