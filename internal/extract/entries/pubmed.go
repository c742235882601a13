package entries

import (
	"bytes"
	"errors"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/wire"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// LooksLikePubMed tells the XML in which PubMed exports entries.
func LooksLikePubMed(src []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(src, " \t\r\n\ufeff"), []byte("<")) && (bytes.Contains(src, []byte("<PubmedArticle")) || bytes.Contains(src, []byte("<PubmedBookArticle")) || bytes.Contains(src, []byte("<MedlineCitation")))
}

// ReadPubMed reads the entries of an export. One that is damaged costs only
// itself.
func ReadPubMed(src []byte) (reading.Result, error) {
	return elements(src, map[string]bool{"PubmedArticle": true, "PubmedBookArticle": true, "MedlineCitation": true}, func(raw string) (biblio.Reference, error) {
		record, err := wire.PubMed([]byte(raw))
		if errors.Is(err, wire.ErrEmpty) {
			err = nil
		}
		return biblio.Reference{Claimed: record.Work, Extra: record.Extra}, err
	}), nil
}

// elements reads every element of some names as a reference.
func elements(src []byte, names map[string]bool, read func(raw string) (biblio.Reference, error)) reading.Result {
	var r reading.Result
	s := xmlscan.NewScanner(src)
	lines := reading.NewLines(s.Source(0, s.Len()))
	for t := range s.Tokens() {
		if t.Kind != xmlscan.Start || !names[t.Name] {
			continue
		}
		end := s.Skip(t)
		place := biblio.Place{Line: lines.Of(t.From)}
		place.EndLine = lines.Of(end)
		raw := s.Source(t.From, end)
		ref, err := read(raw)
		if err != nil {
			r.Problem(place, "unreadable-entry", "this entry cannot be read: %v", err)
			continue
		}
		if c := (reading.Claim{Work: ref.Claimed}); c.Empty() {
			r.Problem(place, "empty-entry", "the entry has neither a title nor an identifier")
		}
		if len(r.References) == reading.MaxReferences {
			r.Problem(place, "too-many-references", "entries from here on are not read")
			break
		}
		ref.Raw, ref.Place = raw, place
		r.References = append(r.References, ref)
	}
	if s.Err() != nil {
		r.Problem(biblio.Place{}, "damaged-xml", "the file breaks off inside markup; what stands before is read")
	}
	return r
}
