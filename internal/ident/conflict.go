package ident

// numberings are the schemes in which one work has one number. DOIs are none of
// them: a preprint and its publication have their own.
var numberings = map[Scheme]bool{ArXiv: true, ACL: true, PMID: true, PMCID: true}

// Conflict finds two identifiers of one list that name two works: two numbers of
// one numbering, an identifier that stands for another (arXiv's DOI for arXiv's
// number) taken for that one.
func Conflict(ids []ID) (a, b ID, ok bool) {
	first := map[Scheme]ID{} // as stated
	number := map[Scheme]ID{}
	for _, id := range ids {
		for _, same := range append(id.Aliases(), id) {
			if !numberings[same.Scheme] {
				continue
			}
			if have, ok := number[same.Scheme]; ok && have != same {
				return first[same.Scheme], id, true
			} else if !ok {
				first[same.Scheme], number[same.Scheme] = id, same
			}
		}
	}
	return ID{}, ID{}, false
}
