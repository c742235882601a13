package corrupt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// otherVenue uses the container of another work, or one that does not exist.
func otherVenue(d *draft, operator string) bool {
	if d.random.Intn(5) == 0 {
		if p := d.phrase(); p != "" {
			return d.set(operator, "venue", fmt.Sprintf(pick(d.random, inventedVenues), p))
		}
	}
	own := containersOf(d.work)
	r := d.other(func(r *biblio.Record) bool {
		name := normalise.ParseContainer(r.Container.Title)
		return name.Head != normalise.Preprints && !name.IsZero() && len(r.Container.Title) < 120 &&
			!strings.ContainsAny(r.Container.Title, `\{}$`) && !anyContainer(own, &name)
	})
	return r != nil && d.set(operator, "venue", r.Container.Title)
}

func containersOf(w *Work) []normalise.Container {
	var list []normalise.Container
	for i := range w.Versions {
		for _, name := range []string{w.Versions[i].Container.Title, w.Versions[i].Container.Short} {
			if c := normalise.ParseContainer(name); !c.IsZero() {
				list = append(list, c)
			}
		}
	}
	return list
}

// anyContainer reports whether a name may mean one of several containers.
func anyContainer(own []normalise.Container, name *normalise.Container) bool {
	return slices.ContainsFunc(own, func(c normalise.Container) bool {
		return normalise.CompareContainers(name, &c) >= normalise.OtherTrack ||
			normalise.CompareContainers(&c, name) >= normalise.OtherTrack
	})
}

// lastYear is the latest year that a reference can state without being in the future.
const lastYear = 2026

// shiftYear moves the year by low to high in either direction, to a year that no version states.
func shiftYear(low, high int) func(*draft, string) bool {
	return func(d *draft, operator string) bool {
		year, err := strconv.Atoi(string(d.claim.Year))
		if err != nil {
			return false
		}
		stated := d.stated("year")
		for range 20 {
			by := between(d.random, low, high)
			if d.random.Intn(2) == 0 {
				by = -by
			}
			to := strconv.Itoa(year + by)
			if year+by <= lastYear && !slices.Contains(stated, to) {
				return d.set(operator, "year", to)
			}
		}
		return false
	}
}

func otherVenueAndYear(d *draft, operator string) bool {
	return otherVenue(d, operator) && shiftYear(1, 2)(d, operator)
}

// inventDOI makes up a DOI with a random registrant and number.
func inventDOI(d *draft, operator string) bool {
	return d.absent(ident.DOI, func() string {
		return fmt.Sprintf("10.%d/%d", between(d.random, 1000, 9999), between(d.random, 100000, 999999))
	}, operator, "doi")
}

// damageDOI changes digits of the work's own DOI, or makes one up with a registrant that does not exist.
func damageDOI(d *draft, operator string) bool {
	return d.absent(ident.DOI, func() string {
		if d.claim.DOI == "" || d.random.Intn(3) == 0 {
			return fmt.Sprintf("10.%d/%s.%d", between(d.random, 90000, 99999), strings.ToLower(pick(d.random, onsets)),
				between(d.random, 1000, 99999))
		}
		return newDigits(d, d.claim.DOI, 4)
	}, operator, "doi")
}

// otherDOI uses the DOI of another work.
func otherDOI(d *draft, operator string) bool {
	r := d.other(func(r *biblio.Record) bool { return !r.ID(ident.DOI).IsZero() })
	return r != nil && d.set(operator, "doi", r.ID(ident.DOI).Value)
}

// alterArXiv changes the digits of the arXiv id.
func alterArXiv(d *draft, operator string) bool {
	if d.claim.ArXivID == "" {
		return false
	}
	return d.absent(ident.ArXiv, func() string { return newDigits(d, d.claim.ArXivID, 3) }, operator, "arxiv_id")
}

// absent sets a field to an identifier that no record of the corpus has.
func (d *draft) absent(scheme ident.Scheme, make func() string, operator, field string) bool {
	for range 20 {
		to := make()
		id, ok := ident.ParseAs(scheme, to)
		if !ok {
			continue
		}
		hits, err := d.library.index.ByID(id)
		if err != nil {
			d.failed = err
			return false
		}
		if len(hits) == 0 {
			return d.set(operator, field, to)
		}
	}
	return false
}

// newDigits replaces up to n of the last digits of a text.
func newDigits(d *draft, s string, n int) string {
	b := []byte(s)
	for i := len(b) - 1; i >= 0 && n > 0; i-- {
		if b[i] >= '0' && b[i] <= '9' {
			b[i] = byte('0' + (int(b[i]-'0')+1+d.random.Intn(9))%10)
			n--
		}
	}
	return string(b)
}

// otherPages makes up a range of pages far from the stated one.
func otherPages(d *draft, operator string) bool {
	if normalise.ParsePages(d.claim.Pages).First == "" {
		return false
	}
	first := between(d.random, 1, 9000)
	return d.set(operator, "pages", fmt.Sprintf("%d-%d", first, first+between(d.random, 7, 18)))
}

// pagesAndVolume changes the pages, and states a volume that no version has.
func pagesAndVolume(d *draft, operator string) bool {
	return otherPages(d, operator) && otherVolume(d, operator)
}

func otherVolume(d *draft, operator string) bool {
	stated := d.stated("volume")
	for range 20 {
		if to := strconv.Itoa(between(d.random, 11, 160)); !slices.Contains(stated, to) {
			return d.set(operator, "volume", to)
		}
	}
	return false
}

func otherPublisher(d *draft, operator string) bool {
	to := pick(d.random, publishers)
	for _, own := range d.stated("publisher") {
		if same, alias := normalise.SamePublisher(own, to); same || alias {
			return false
		}
	}
	return d.set(operator, "publisher", to)
}

func otherPlace(d *draft, operator string) bool {
	to := d.elsewhere()
	for _, own := range d.stated("location") {
		if normalise.ComparePlaces(own, to) != normalise.OtherPlace {
			return false
		}
	}
	return d.set(operator, "location", to)
}

// elsewhere returns a place where no conference of the work's year and name was held.
func (d *draft) elsewhere() string {
	var held []string
	for _, c := range containersOf(d.work) {
		for i := range d.work.Versions {
			for _, key := range c.Venues {
				if at := normalise.ConferencePlace(key, d.work.Versions[i].Issued.Year); at != "" {
					held = append(held, at)
				}
			}
		}
	}
	return pick(d.random, slices.DeleteFunc(slices.Clone(places), func(p string) bool {
		return slices.ContainsFunc(held, func(h string) bool { return normalise.ComparePlaces(h, p) != normalise.OtherPlace })
	}))
}

// unstated claims one or two peripheral fields that no version states.
func unstated(d *draft, operator string) bool {
	values := map[string]string{"volume": strconv.Itoa(between(d.random, 11, 90)), "location": d.elsewhere()}
	free := slices.DeleteFunc([]string{"volume", "location"}, func(f string) bool { return len(d.stated(f)) > 0 })
	if len(free) == 0 {
		return false
	}
	d.random.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	done := false
	for _, f := range free[:between(d.random, 1, len(free))] {
		done = d.set(operator, f, values[f]) || done
	}
	return done
}
