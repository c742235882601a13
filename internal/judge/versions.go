package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// everyVersion marks a record that does not say which version it describes.
const everyVersion = -1 // case: TestVersions

// FieldWeight is how much a contradiction in a field counts against a version.
type FieldWeight struct {
	Field  biblio.Field
	Weight float64
}

// VersionFields are the fields in which versions of a work differ, with their weight in choosing the one meant.
var VersionFields = []FieldWeight{
	{biblio.FieldVenue, 2}, {biblio.FieldYear, 1}, {biblio.FieldDOI, 1.5}, {biblio.FieldArXiv, 0.5},
	{biblio.FieldPages, 1},
	{biblio.FieldVolume, 1}, {biblio.FieldIssue, 0.5}, {biblio.FieldPublisher, 0.5}, {biblio.FieldLocation, 0.5},
}

// splitVersions groups the records into versions: records with the same container or the same DOI describe one version.
func (d *deliberation) splitVersions() {
	type versionSeen struct {
		name normalise.Container
		doi  ident.ID
	}
	var seen []versionSeen
	for n := range d.records {
		r := &d.records[n]
		doi, name := r.Hit.Record.ID(ident.DOI), r.container
		r.version = everyVersion
		if name.IsZero() && doi.IsZero() {
			continue
		}
		for v := range seen {
			same := !name.IsZero() && !seen[v].name.IsZero() &&
				normalise.CompareContainers(&name, &seen[v].name) >= normalise.SeriesOf
			if same || !doi.IsZero() && doi == seen[v].doi && (name.IsZero() || seen[v].name.IsZero()) {
				r.version = v
				if seen[v].name.IsZero() {
					seen[v].name = name
				}
				break
			}
		}
		if r.version == everyVersion {
			r.version = len(seen)
			seen = append(seen, versionSeen{name, doi})
		}
	}
	d.cited = d.bestVersion(len(seen))
}

// ofOtherVersion reports whether a record says that it is of a version other than the cited one.
func (d *deliberation) ofOtherVersion(r *judgedRecord) bool {
	return r.version != d.cited && r.version != everyVersion
}

// bestVersion returns the version that contradicts the claim least, then confirms most, then has the best candidate.
func (d *deliberation) bestVersion(count int) int {
	best, bestCost := everyVersion, 0.0
	for v := range count {
		cost := 0.0
		for _, vf := range VersionFields {
			cost += vf.Weight * d.versionCost(v, vf.Field)
		}
		if best == everyVersion || cost < bestCost {
			best, bestCost = v, cost
		}
	}
	return best
}

// versionCost returns 0 for a claimed field that a record of the version confirms, 1 for one that its bibliographic
// records contradict, and a small cost for one that none states.
func (d *deliberation) versionCost(v int, field biblio.Field) float64 {
	cost, claimed := 0.2, false
	for n := range d.records {
		c := &d.records[n]
		if c.version != v {
			continue
		}
		switch f := c.Comparison.Of(field); f.Agreement {
		case match.Unclaimed:
			return 0
		case match.Agrees, match.Variant:
			if f.Kind != match.KindPreprint {
				return 0
			}
			cost, claimed = min(cost, 0.5), true
		case match.Differs:
			if c.Origin.Kind > biblio.ConfirmOnly || cost <= 0.2 && !claimed {
				cost = max(cost, 1)
			}
		}
	}
	return cost
}

// versions returns the candidates grouped by the version they describe, the version judged against first.
func (d *deliberation) versions() [][]int {
	at := map[int]int{d.cited: 0, everyVersion: 0}
	list := make([][]int, 1, 2)
	var unclear []int
	for _, r := range d.records {
		if r.version == everyVersion && d.cited != everyVersion {
			unclear = append(unclear, r.at)
			continue
		}
		v, seen := at[r.version]
		if !seen {
			v, list = len(list), append(list, nil)
			at[r.version] = v
		}
		list[v] = append(list[v], r.at)
	}
	list[0] = append(list[0], unclear...)
	return list
}
