package pdf

import "errors"

// The ways in which a whole file cannot be read, worded for people.
var (
	ErrNotPDF   = errors.New("it is no PDF, or one too damaged to open")
	errPassword = errors.New("the PDF is protected by a password: save a copy without it")
	errSecurity = errors.New("the PDF is protected in a way that cannot be opened: save a copy without protection")
	errNoPages  = errors.New("the PDF has no pages that can be read")
	errFault    = errors.New("reading the PDF failed by a fault of bonafide: please report the file")
	errTooBig   = errors.New("the PDF is too large to be read: split it")
	errTooSlow  = errors.New("the PDF took too long to read: it is damaged or made to be slow")
)
