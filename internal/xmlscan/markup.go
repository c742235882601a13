package xmlscan

import (
	"bytes"
	"errors"
)

// kind is the kind of a piece of markup.
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
