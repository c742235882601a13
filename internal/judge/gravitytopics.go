package judge

// gravityTopics explains the gravities; "none" needs no explanation.
var gravityTopics = []Topic{
	{"peripheral", "only a volume, issue, page statement, publisher or place differs", "The work and its core fields are as the record has them. It is said, and ends no run with 1 unless --fail-on asks for it."},
	{"slip", "one letter, one year, the order of authors, initials, a given name", "The kind of error that a hand makes. It is said, and ends no run with 1 unless --fail-on asks for it."},
	{"substantive", "words of the title, authors, the container, years, or an identifier of something else", "A reader is led to something else than the work. It is the default of --fail-on."},
	{"fabricated", "not found, or no author in common with the work of the stated identifier", "Every source that covers such a work answered and none has it, or the identifier leads to a work by other people altogether."},
}
