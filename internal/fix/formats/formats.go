package formats

import (
	"errors"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/fix"
)

// Options say what may be changed and how entries are printed.
type Options struct {
	fix.Options
	Style string // of package style, for printed lists; "" prints nothing anew
}

// Reasons why a patch is not written, in every format.
var (
	errLost     = errors.New("the entry was not found again in the file")
	errEncoding = errors.New("the file is not in UTF-8")
)

// writers correct a file, by the name of its format.
var writers = map[string]func([]byte, []audit.Finding, Options) (fix.Result, error){
	"bibtex": func(src []byte, list []audit.Finding, opt Options) (fix.Result, error) {
		return fix.BibTeX(src, list, opt.Options)
	},
	"ris": func(src []byte, list []audit.Finding, opt Options) (fix.Result, error) {
		return fixRIS(src, list, opt.Options)
	},
	"csl-json": func(src []byte, list []audit.Finding, opt Options) (fix.Result, error) {
		return fixCSL(src, list, opt.Options)
	},
	"text": func(src []byte, list []audit.Finding, opt Options) (fix.Result, error) {
		return fixPrinted(src, list, opt.Options, opt.Style)
	},
	"markdown": func(src []byte, list []audit.Finding, opt Options) (fix.Result, error) {
		return fixPrinted(src, list, opt.Options, opt.Style)
	},
}

// Writes reports a format that corrections can be written into.
func Writes(format string) bool { return writers[format] != nil }

// Fix corrects a file whose references were read in a format and audited. The
// findings are in the order of the file. In other formats all corrections are
// listed and none is written.
func Fix(format string, src []byte, findings []audit.Finding, opt Options) (fix.Result, error) {
	if write := writers[format]; write != nil {
		return write(src, findings, opt)
	}
	return fix.Other(src, findings, opt.Options), nil
}
