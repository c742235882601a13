package index

import (
	"os"
	"testing"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

func TestDevSizes(t *testing.T) {
	if os.Getenv("INDEX_DEV") == "" {
		t.Skip()
	}
	x := worksIndex(t)
	s := x.segments[0]
	var num, text, comp int
	var names, title, ids, url, local, extra, pages int
	enc := encoder{shared: newSharedStrings()}
	z, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault))
	var all []byte
	var z8, s8 int
	for n := 0; n < x.Len(); n += 16384 {
		for k := n; k < min(n+256, x.Len()); k++ {
			item := s.records.item(k)
			v, size := uvarint(item)
			num += size + int(v)
			comp += len(item) - size - int(v)
			r, err := x.Record(k)
			if err != nil {
				t.Fatal(err)
			}
			enc.encode(&r)
			text += len(enc.text)
			all = append(all, enc.text...)
			if k%8 == 7 {
				z8 += len(z.EncodeAll(all, nil))
				s8 += len(s2.EncodeBetter(nil, all))
				all = all[:0]
			}
			title += len(r.Title) + len(r.Subtitle)
			for _, c := range r.Contributors {
				names += len(c.String()) + 1
			}
			for _, id := range r.IDs {
				ids += len(id.Value)
			}
			url += len(r.URL)
			local += len(r.LocalID)
			for _, v := range r.Extra {
				extra += len(v)
			}
			pages += len(r.Pages)
		}
	}
	t.Logf("num %d text %d comp %d z8 %d s8 %d; title %d names %d ids %d url %d local %d extra %d pages %d", num, text, comp, z8, s8, title, names, ids, url, local, extra, pages)
}
