// Package entries reads bibliographies: the fields of BibTeX and BibLaTeX
// entries, with values in LaTeX; NBIB (MEDLINE), EndNote XML, PubMed's XML and
// the tagged format of refer, in which reference managers and databases
// exchange entries; JSON, as CSL-JSON or as our own lines of fields or printed
// references; and YAML, of Pandoc, Hayagriva or a CITATION.cff.
//
// Pure.
// May be imported by: extract, extract/..., dump, fix, lab.
package entries
