package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// citeOptions are the flags of cite.
type citeOptions struct {
	sources           sourceOptions
	format, key, file string
	first             bool
}

func newCiteCommand() *cobra.Command {
	var opt citeOptions
	cmd := &cobra.Command{
		Use:   "cite QUERY...",
		Short: "Give the entry of a work by its identifier, address, title or reference",
		Long: `cite finds the work that each QUERY means and writes its entry: a DOI, arXiv id,
PMID, ISBN, ACL id, an address that holds one, a title, or a whole reference.
When several works or versions fit, they are listed and none is chosen, unless
--first is given.

Keys are made of: ` + entry.KeyPattern + `.

Exit status: 0 every query gave one entry, 1 some query gave none or several, 2 usage, 3 a failure of bonafide itself,
4 a source failed for a query that gave none or several.`,
		Example: `  bonafide cite 10.1038/nature14539
  bonafide cite --online --contact you@example.org "Attention Is All You Need"
  bonafide cite --format ris --batch queries.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return cite(cmd, args, opt) },
	}
	opt.sources.flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.format, "format", "bibtex", "format of the entries: bibtex, csl, ris")
	flags.StringVar(&opt.key, "key", "", "citation key instead of the one made by the pattern (one query)")
	flags.StringVar(&opt.file, "batch", "", "read queries from this file too, one a line (\"-\" is standard input)")
	flags.BoolVar(&opt.first, "first", false, "take the first of several hits")
	return cmd
}

func cite(cmd *cobra.Command, args []string, opt citeOptions) error {
	write, ok := citeFormats[opt.format]
	if !ok {
		return usageError(fmt.Errorf("unknown format %q: use bibtex, csl or ris", opt.format))
	}
	queries, err := batch(cmd.InOrStdin(), args, opt.file)
	if err != nil {
		return usageError(err)
	}
	if len(queries) == 0 || opt.key != "" && len(queries) > 1 {
		return usageError(errors.New("cite takes at least one query, and --key goes with one only"))
	}
	s, err := setup.Open(opt.sources.setup())
	if err != nil {
		return usageError(err)
	}
	defer s.Close()
	var works []*biblio.Work
	var keys []string
	missed, failed := false, false
	for _, query := range queries {
		finding := s.Auditor.Reference(cmd.Context(), queryReference(query))
		hits := fix.Hits(&finding)
		if len(hits) != 1 && (len(hits) == 0 || !opt.first) {
			missed, failed = true, failed || unanswered(&finding)
			listHits(cmd.ErrOrStderr(), query, hits)
			continue
		}
		works = append(works, &hits[0].Hit.Record.Work)
		keys = append(keys, entry.Key(works[len(works)-1]))
	}
	if opt.key != "" && len(keys) == 1 {
		keys[0] = opt.key
	}
	if err := write(cmd.OutOrStdout(), works, entry.Distinct(keys)); err != nil {
		return failure(err)
	}
	if failed {
		return &exitError{exitSources, errors.New("a source did not answer: ask again before you conclude anything")}
	}
	if missed {
		return &exitError{status: exitFindings}
	}
	return nil
}

// unanswered reports that a source asked about a query failed.
func unanswered(f *audit.Finding) bool {
	for _, l := range f.Evidence.Lookups {
		if l.Outcome == source.Failed {
			return true
		}
	}
	return false
}

// batch gives the queries of the command line and of a file.
func batch(stdin io.Reader, args []string, file string) ([]string, error) {
	queries := append([]string(nil), args...)
	if file == "" {
		return queries, nil
	}
	r := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		if line := strings.TrimSpace(scan.Text()); line != "" && !strings.HasPrefix(line, "#") {
			queries = append(queries, line)
		}
	}
	return queries, scan.Err()
}

// queryReference reads a query as a reference: by an identifier in it, as a
// printed reference when it names people, else as a title.
func queryReference(query string) biblio.Reference {
	query = strings.TrimSpace(query)
	ref := biblio.Reference{ID: query, Raw: query}
	if id, ok := ident.Parse(query); ok {
		ref.Claimed.AddID(id)
		return ref
	}
	if found := ident.Find(query); len(found) > 0 && found[0].ID.Scheme != ident.URL {
		ref.Claimed.AddID(found[0].ID)
		return ref
	}
	if parsed := refstring.Parse(query).Work; parsed.Title != "" && len(parsed.Authors()) > 0 && parsed.Issued.Year != 0 {
		ref.Claimed = parsed
		return ref
	}
	ref.Claimed.Title, ref.Raw = query, ""
	return ref
}

// listHits says what was found of a query that gave no entry.
func listHits(w io.Writer, query string, hits []*match.Candidate) {
	if len(hits) == 0 {
		fmt.Fprintf(w, "%s: no work found; a larger corpus (--corpus) or the services (--online) may have it\n", report.Visible(query))
		return
	}
	fmt.Fprintf(w, "%s: %d works or versions fit; ask for one by its identifier, or take the first with --first\n", report.Visible(query), len(hits))
	for i, c := range hits {
		r := &c.Hit.Record
		id := ""
		for _, scheme := range ident.Schemes {
			if id = r.ID(scheme).String(); id != "" {
				break
			}
		}
		names := make([]string, 0, 4)
		for _, a := range r.Authors() {
			if len(names) == 3 {
				names = append(names, "…")
				break
			}
			names = append(names, a.String())
		}
		fmt.Fprintf(w, "  %d. %s. %s. %s %s %s\n", i+1, report.Visible(r.FullTitle()), report.Visible(strings.Join(names, ", ")), report.Visible(r.Container.Title), r.YearString(), id)
	}
}

// citeFormats write entries with their keys.
var citeFormats = map[string]func(io.Writer, []*biblio.Work, []string) error{
	"bibtex": func(w io.Writer, works []*biblio.Work, keys []string) error {
		return citeText(w, works, keys, entry.BibTeX)
	},
	"ris": func(w io.Writer, works []*biblio.Work, keys []string) error {
		return citeText(w, works, keys, entry.RIS)
	},
	"csl": citeCSL,
}

func citeText(w io.Writer, works []*biblio.Work, keys []string, format func(*biblio.Work, string) string) error {
	for i, work := range works {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, format(work, keys[i])); err != nil {
			return err
		}
	}
	return nil
}

func citeCSL(w io.Writer, works []*biblio.Work, keys []string) error {
	items := make([]entry.Item, len(works))
	for i, work := range works {
		items[i] = entry.CSL(work, keys[i])
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(items)
}
