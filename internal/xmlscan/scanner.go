package xmlscan

import (
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
			end := strings.IndexByte(s.src[from:], '<')
			if end < 0 {
				end = len(s.src) - from
			}
			s.at = from + end
			return Token{Kind: Text, Text: unescape(s.src[from:s.at]), From: from, To: s.at}, true
		}
		k, end, err := markup(s.data, from)
		if err != nil {
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
