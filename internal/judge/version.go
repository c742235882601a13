package judge

// Version identifies the rules. A cached verdict of another version is void.
//
// History:
//
//	1 (2026-11) first rules.
//	2 (2026-11) container, volume, issue and first page name a work; a record that
//	  breaks off in its title is not decided, nor is a title in another
//	  language than the record has; what versions of a work differ
//	  in is no error where the cited version is on no record and nobody who has
//	  such works was asked.
//	3 (2026-11) spellings of titles are variants, a coined name before a title is
//	  not decided; lists without order confirm none; a DOI that states another
//	  volume is not plausible; a shared group author alone does not identify a work.
//	4 (2026-11) a difference is proof by whose record it is, of which work and of
//	  which version; what is less is contested; gravities; absence is weighed by
//	  what a complete list has near the claim; an identifier that nobody confirms
//	  is named and in no R code; two identifiers of one reference that name two
//	  works are held against each other; score and p follow the outcome.
//	5 (2026-11) a work whose identifier is wrong by itself is not found only when
//	  every covering source answered; where one failed, it is discrepant. In a closed
//	  world a work that the web alone has is inconclusive where a source failed.
//	6 (2026-11) beside a record of the claimed title and authors, one under another
//	  title says nothing of the work.
//	7 (2026-11) authors in a script that is read in many ways are not held against
//	  names in Latin letters; an initial in another script is one.
//	8 (2026-11) a volume or an issue is one of two only where both are written;
//	  "Loew" and "Low" are one name from either side; a subtitle may be left out behind
//	  initials; conferences that one body holds are told apart by their names.
//	9 (2026-11) every difference has a strength, cut from how likely it is by the weights
//	  of its items of evidence and within what rules allow: below likely it is a lead,
//	  outcome doubtful, or a note. The silence of a service weighs by the share of such
//	  works that it has; not found needs more than one. A source that failed takes a
//	  step. A title of eight words, or of five with the year, identifies a work
//	  for its authors. What fix does not write because the entry may be right as
//	  it stands (Scruple) is a lead at most. A book, a report or a thesis that only the
//	  reference's own page has is not verified. A list of authors that ends in small
//	  letters which no record has is cut; names that write in Cyrillic how recorded
//	  ones sound are not compared. A workshop's paper cited as one of the conference is
//	  a lead; a title that is only similar, on other pages of the same volume, is another
//	  paper's. A list of nobody but strangers in an aggregator's preprint alone is a lead; a record of
//	  another print under the DOI of the cited one is silent.
//	10 (2026-11) a list with nobody of the work's authors is wrong under a title that
//	  belongs to one work, or with its identifier, and one name more or less than arXiv's
//	  own list of the number that is cited; a year two and more off, and a container of
//	  another family, that no record supports are leads. A year after next year and two
//	  identifiers that contradict each other need no record; a person twice, names
//	  exchanged and the first author moved back are leads. Copies are no second witness.
//	  A spelling that records have far more often than the record's is right. Editors are
//	  not taken for missing authors of a part; zeros in identifiers are no sign. A person
//	  whom one record lacks but who has signed others with the same people, and a word that
//	  one record lacks, are notes; another word in the title of the cited print is wrong.
//	  A person whom two earlier entries of the file name too, and no record, is wrong. An
//	  article with the title of a cited book and other people or another year is not the book.
//	  A name that a printed entry has elsewhere is not missing for certain.
const Version = "10"
