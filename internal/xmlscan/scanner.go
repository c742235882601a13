package xmlscan

import (
	"bytes"
	"errors"
	"iter"
	"strings"
	"unicode/utf8"
)

// TokenKind is the kind of a token.
type TokenKind uint8

// The kinds of tokens.
const (
	Start TokenKind = iota
	End
	Text
)

// Token is a tag or the text between tags. Comments, processing instructions and document types are not tokens.
type Token struct {
	Kind TokenKind
	Name string // of a tag, without its prefix
	Text string // of a text, with entities replaced
	From int    // bytes of the document: the token begins here,
	To   int    // and ends before here

	attrs string
}

// Attr returns the value of the attribute with a name, without prefix, "" if there is none.
func (t Token) Attr(name string) string {
	if !strings.Contains(t.attrs, name) {
		return ""
	}
	for key, value := range attributes(t.attrs) {
		if localName(key) == name {
			return value
		}
	}
	return ""
}

// Scanner walks through the tokens of a document; its own memory does not grow with the document. It does not
// check whether end tags match: the caller decides how to treat a malformed document. An empty element yields a
// start and an end.
type Scanner struct {
	src   string
	data  []byte
	at    int
	again Token // the end of an empty element
	ended bool  // the next token is again
	err   error
}

// NewScanner returns a scanner for data. Bytes that are not UTF-8 become U+FFFD, which moves offsets.
func NewScanner(data []byte) *Scanner {
	if !utf8.Valid(data) {
		data = []byte(strings.ToValidUTF8(string(data), "\ufffd"))
	}
	return &Scanner{src: string(data), data: data}
}

// Len returns the length of the document in bytes.
func (s *Scanner) Len() int { return len(s.src) }

// Source returns the bytes from one offset to another, as written.
func (s *Scanner) Source(from, to int) string { return s.src[from:to] }

// Err returns why Next ended before the end of the document, or nil.
func (s *Scanner) Err() error { return s.err }

// Next returns the next token; false at the end, or at markup that is not closed.
func (s *Scanner) Next() (Token, bool) {
	if s.ended {
		s.ended = false
		return s.again, true
	}
	for s.at < len(s.src) {
		from := s.at
		if s.src[from] != '<' {
			text, _, _ := strings.Cut(s.src[from:], "<")
			s.at += len(text)
			return Token{Kind: Text, Text: unescape(text), From: from, To: s.at}, true
		}
		k, end := markup(s.data, from)
		if end == 0 {
			s.err = errors.New("xml: markup is not closed")
			s.at = len(s.src)
			return Token{}, false
		}
		s.at = end
		tag := s.src[from:end]
		switch k {
		case startTag, emptyTag:
			name := tagName(tag)
			t := Token{Kind: Start, Name: localName(name), From: from, To: end,
				attrs: strings.TrimSuffix(tag[1+len(name):len(tag)-1], "/")}
			if k == emptyTag {
				s.again, s.ended = Token{Kind: End, Name: t.Name, From: end, To: end}, true
			}
			return t, true
		case endTag:
			return Token{Kind: End, Name: localName(tagName(tag)), From: from, To: end}, true
		case cdata:
			return Token{Kind: Text, Text: tag[len("<![CDATA[") : len(tag)-len("]]>")], From: from, To: end}, true
		}
	}
	return Token{}, false
}

// Tokens yields the remaining tokens. The loop body may take tokens with Next and Skip.
func (s *Scanner) Tokens() iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for {
			if t, ok := s.Next(); !ok || !yield(t) {
				return
			}
		}
	}
}

// Skip walks past the element that the start tag opened, and returns the offset of its end. An element that is
// not closed ends with the document.
func (s *Scanner) Skip(start Token) int {
	depth := 1
	for t := range s.Tokens() {
		switch {
		case t.Kind == Start && t.Name == start.Name:
			depth++
		case t.Kind == End && t.Name == start.Name:
			if depth--; depth == 0 {
				return t.To
			}
		}
	}
	return len(s.src)
}

func localName(name string) string {
	return name[strings.LastIndexByte(name, ':')+1:]
}

type kind uint8

const (
	startTag kind = iota
	endTag
	emptyTag // <a/>
	cdata
	other // comment, processing instruction, document type
)

// markup returns the kind and the end of the markup that starts at b[i], a '<'. The end is 0 if b ends before it.
func markup(b []byte, i int) (kind, int) {
	switch {
	case i+1 >= len(b):
		return other, 0
	case b[i+1] == '!':
		return declaration(b, i)
	case b[i+1] == '?':
		return other, closed(b, i, "?>")
	case b[i+1] == '/':
		return endTag, closed(b, i, ">")
	}
	end := tagEnd(b, i+1)
	if end > 0 && b[end-2] == '/' {
		return emptyTag, end
	}
	return startTag, end
}

// closed returns the end of the first mark at or after i, or 0.
func closed(b []byte, i int, mark string) int {
	n := bytes.Index(b[i:], []byte(mark))
	if n < 0 {
		return 0
	}
	return i + n + len(mark)
}

func declaration(b []byte, i int) (kind, int) {
	const openComment, openCDATA = "<!--", "<![CDATA["
	switch rest := b[i:]; {
	case bytes.HasPrefix(rest, []byte(openComment)):
		return other, closed(b, i+len(openComment), "-->")
	case bytes.HasPrefix(rest, []byte(openCDATA)):
		return cdata, closed(b, i, "]]>")
	}
	depth := 0 // in the internal subset of a document type
	for j := i + 2; j < len(b); j++ {
		switch b[j] {
		case '[':
			depth++
		case ']':
			depth--
		case '>':
			if depth <= 0 {
				return other, j + 1
			}
		case '"', '\'':
			n := bytes.IndexByte(b[j+1:], b[j])
			if n < 0 {
				return other, 0
			}
			j += n + 1
		}
	}
	return other, 0
}

// tagEnd returns the index after the '>' that closes a tag, or 0; a '>' in a quoted attribute does not.
func tagEnd(b []byte, i int) int {
	gt := -1 // the next '>'; searched again only when quotes pass it
	for i < len(b) {
		if gt < i {
			n := bytes.IndexByte(b[i:], '>')
			if n < 0 {
				break
			}
			gt = i + n
		}
		quote := bytes.IndexAny(b[i:gt], `"'`)
		if quote < 0 {
			return gt + 1
		}
		i += quote
		shut := bytes.IndexByte(b[i+1:], b[i])
		if shut < 0 {
			break
		}
		i += shut + 2
	}
	return 0
}

func tagName(tag string) string {
	i := 1
	if len(tag) > 1 && tag[1] == '/' {
		i = 2
	}
	j := i
	for j < len(tag) && !isSpace(tag[j]) && tag[j] != '>' && tag[j] != '/' {
		j++
	}
	return tag[i:j]
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
