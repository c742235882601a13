package extract

import "github.com/bonafide-audit/bonafide/internal/pdf"

// recogniseText fills the pages of a document that has only images of them.
func (in *input) recogniseText(doc *pdf.Document) error { return errImageOnly }
