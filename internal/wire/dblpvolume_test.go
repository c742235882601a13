package wire

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestDBLPVolume(t *testing.T) {
	read := func(s string) (biblio.CoverageRow, bool) {
		r, err := DBLP([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return DBLPVolume(&r)
	}
	row, ok := read(
		`<proceedings key="conf/probes/2016"><title>Proceedings of the 5th Conference on Probes, PROBES 2016, Oslo, Norway.</title><booktitle>PROBES</booktitle><year>2016</year></proceedings>`)
	if !ok || !row.Complete || row.Year != 2016 ||
		row.Container != "Proceedings of the 5th Conference on Probes, PROBES 2016, Oslo, Norway" || len(row.Aliases) != 1 ||
		row.Aliases[0] != "PROBES" || row.Sisters {
		t.Errorf("%+v %v", row, ok)
	}
	for _, s := range []string{
		`<proceedings key="reference/probes/2016"><title>Handbook of Probes.</title><year>2016</year></proceedings>`,
		`<proceedings key="conf/probes/x"><title>Proceedings without a year.</title></proceedings>`,
		`<inproceedings key="conf/probes/Lopez16"><title>Buoys.</title><booktitle>PROBES</booktitle><year>2016</year></inproceedings>`,
	} {
		if row, ok := read(s); ok {
			t.Errorf("%s: %+v", s, row)
		}
	}
}
