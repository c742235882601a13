package biblio

// What is read of one document. What exceeds a bound is reported with its place, or refused with the bound.
const (
	MaxDocument   = 128 << 20 // bytes of a document of any kind; some kinds and front ends read less
	MaxEntries    = 150_000   // of a .bib file, roughly
	MaxReferences = 100_000   // of a document
	MaxParagraphs = 200_000   // of a text
	MaxLines      = 400_000   // of the pages of a PDF or text
	MaxPages      = 3000      // of a PDF, unless the caller asks for another number
	MaxProject    = 64 << 20  // bytes of all sources of a LaTeX project together
	MaxOfficePart = 64 << 20  // bytes of one part of an office file, unpacked
	MaxOffice     = 160 << 20 // bytes of all parts of an office file, unpacked

	MaxAgentText     = 4 << 20   // bytes of a text that an agent sends
	MaxAgentFile     = 64 << 20  // bytes of a file that an agent names
	MaxCitedText     = 100 << 20 // bytes of the file of a cited work, for claims
	MaxWorkspaceFile = 16 << 20  // bytes of a file of an editor's workspace
)
