package match

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// A letter of a volume that names a section of the journal, as particle physics writes it, is part of the name.
func TestSectionsInVolumes(t *testing.T) {
	for _, c := range []struct {
		claimed, volume, recorded, recordedVolume string
		want                                      Agreement
	}{
		{"Phys. Lett.", "B235", "Physics Letters B", "235", Variant},
		{"Phys.Lett. B", "235", "Physics Letters B", "235", Variant},
		{"Phys. Lett.", "B235", "Physics Letters A", "235", Differs},
		{"Physics Letters", "235", "Physics Letters", "B235", Agrees},
		{"Nucl. Instrum. Meth.", "A506", "Nuclear Instruments and Methods in Physics Research Section A: Accelerators, " +
			"Spectrometers, Detectors and Associated Equipment", "506", Variant},
		{"Eur. Phys. J.", "C44", "The European Physical Journal C", "44", Variant},
		{"J. Phys.", "A7", "Journal of Physics A: Mathematical and General", "7", Variant},
		{"Physica", "60D", "Physica D: Nonlinear Phenomena", "60", Variant},
	} {
		cmp := Compare(&biblio.Work{Container: biblio.Container{Title: c.claimed}, Volume: c.volume},
			&biblio.Work{Container: biblio.Container{Title: c.recorded}, Volume: c.recordedVolume})
		if got := cmp.Of(biblio.FieldVenue).Agreement; got != c.want {
			t.Errorf("%s %s beside %s: %v", c.claimed, c.volume, c.recorded, got)
		}
		if got := cmp.Of(biblio.FieldVolume).Agreement; got > Variant {
			t.Errorf("volume %s beside %s: %v", c.volume, c.recordedVolume, got)
		}
	}
}

// Volumes and issues in the forms of registries and of careless entries, and other numbers.
func TestVolumeForms(t *testing.T) {
	date := biblio.Date{Year: 2015}
	for _, c := range []struct {
		claimed, recorded biblio.Work
		volume, issue     Agreement
	}{
		{biblio.Work{Volume: "35A"}, biblio.Work{Volume: "A35"}, Variant, Unclaimed},
		{biblio.Work{Volume: "35A"}, biblio.Work{Volume: "B35"}, Differs, Unclaimed},
		{biblio.Work{Volume: "35 Suppl 1"}, biblio.Work{Volume: "35", Issue: "S1"}, Variant, Variant},
		{biblio.Work{Volume: "35 Suppl 1"}, biblio.Work{Volume: "35", Issue: "S2"}, Variant, Differs},
		{biblio.Work{Volume: "521(7553)"}, biblio.Work{Volume: "521", Issue: "7553"}, Variant, Agrees},
		{biblio.Work{Volume: "521(7553)"}, biblio.Work{Volume: "522", Issue: "7553"}, Differs, Agrees},
		{biblio.Work{Volume: "02"}, biblio.Work{Volume: "2015", Issued: date}, Variant, Unclaimed},
		{biblio.Work{Volume: "02"}, biblio.Work{Volume: "2015", Issue: "2", Issued: date}, Variant, Unclaimed},
		{biblio.Work{Volume: "02"}, biblio.Work{Volume: "2015", Issue: "3", Issued: date}, Differs, Unclaimed},
		{biblio.Work{Volume: "14"}, biblio.Work{Volume: "2015", Issued: date}, Differs, Unclaimed},
	} {
		cmp := Compare(&c.claimed, &c.recorded)
		if v, i := cmp.Of(biblio.FieldVolume).Agreement, cmp.Of(biblio.FieldIssue).Agreement; v != c.volume || i != c.issue {
			t.Errorf("%s beside %s %s: %v, %v", c.claimed.Volume, c.recorded.Volume, c.recorded.Issue, v, i)
		}
	}
}
