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

type kind uint8

const (
	startTag kind = iota
	endTag
	emptyTag // <a/>
	cdata
	other // comment, processing instruction, document type
)

// errMore means that the markup does not end within the available bytes.
var errMore = errors.New("markup is not closed")

// markup returns the kind and the end of the markup that starts at b[i], a '<'.
func markup(b []byte, i int) (kind, int, error) {
	if i+1 >= len(b) {
		return 0, 0, errMore
	}
	switch b[i+1] {
	case '!':
		return declaration(b, i)
	case '?':
		return closed(b, i, "?>", other)
	case '/':
		return closed(b, i, ">", endTag)
	}
	end, err := tagEnd(b, i+1)
	if err != nil {
		return 0, 0, err
	}
	if b[end-2] == '/' {
		return emptyTag, end, nil
	}
	return startTag, end, nil
}

func closed(b []byte, i int, mark string, k kind) (kind, int, error) {
	n := bytes.Index(b[i:], []byte(mark))
	if n < 0 {
		return 0, 0, errMore
	}
	return k, i + n + len(mark), nil
}

func declaration(b []byte, i int) (kind, int, error) {
	const openComment, openCDATA = "<!--", "<![CDATA["
	rest := b[i:]
	switch {
	case bytes.HasPrefix(rest, []byte(openComment)):
		if n := bytes.Index(rest[len(openComment):], []byte("-->")); n >= 0 {
			return other, i + len(openComment) + n + 3, nil
		}
		return 0, 0, errMore
	case bytes.HasPrefix(rest, []byte(openCDATA)):
		return closed(b, i, "]]>", cdata)
	case len(rest) < len(openCDATA) && !bytes.ContainsRune(rest, '>'):
		return 0, 0, errMore
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
				return other, j + 1, nil
			}
		case '"', '\'':
			n := bytes.IndexByte(b[j+1:], b[j])
			if n < 0 {
				return 0, 0, errMore
			}
			j += n + 1
		}
	}
	return 0, 0, errMore
}

// tagEnd returns the index after the '>' that closes a tag; a '>' in a quoted attribute does not.
func tagEnd(b []byte, i int) (int, error) {
	gt := -1 // the next '>'; searched again only when quotes pass it
	for i < len(b) {
		if gt < i {
			n := bytes.IndexByte(b[i:], '>')
			if n < 0 {
				return 0, errMore
			}
			gt = i + n
		}
		quote := bytes.IndexAny(b[i:gt], `"'`)
		if quote < 0 {
			return gt + 1, nil
		}
		i += quote
		shut := bytes.IndexByte(b[i+1:], b[i])
		if shut < 0 {
			return 0, errMore
		}
		i += shut + 2
	}
	return 0, errMore
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
