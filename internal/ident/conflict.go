package ident

// numberings are the schemes in which one work has one number. DOIs are none of
// them: a preprint and its publication have their own.
var numberings = map[Scheme]bool{ArXiv: true, ACL: true, PMID: true, PMCID: true}

// listedTwice reports two Anthology numbers that one paper may have: joint
// proceedings are listed under the letter of each conference (C98-1013 and P98-1016).
func listedTwice(a, b ID) bool {
	if a.Scheme != ACL || len(a.Value) < 4 || len(b.Value) < 4 || a.Value[3] != '-' || b.Value[3] != '-' {
		return false
	}
	return a.Value[0] != b.Value[0] && a.Value[1:3] == b.Value[1:3]
}

// Conflict finds two identifiers of one list that name two works: two numbers of
// one numbering, an identifier that stands for another (arXiv's DOI for arXiv's
// number) taken for that one.
func Conflict(ids []ID) (a, b ID, ok bool) {
	first := map[Scheme]ID{} // as stated
	number := map[Scheme]ID{}
	for _, id := range ids {
		for _, same := range append(id.Aliases(), id) {
			if _, whole := ParseAs(same.Scheme, same.Value); !whole || !numberings[same.Scheme] {
				continue // a malformed number names no work
			}
			if have, ok := number[same.Scheme]; ok && have != same && !listedTwice(have, same) {
				return first[same.Scheme], id, true
			} else if !ok {
				first[same.Scheme], number[same.Scheme] = id, same
			}
		}
	}
	return ID{}, ID{}, false
}
