package reflist

func (d *Document) noteEntries(regions []region, found int) []Entry { return nil }
