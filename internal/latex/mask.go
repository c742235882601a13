package latex

import "strings"

// Mask gives source of the same length in which comments and the inside of
// environments that print verbatim are blanks, so that nothing in them is
// taken for a command. Line ends stay.
func Mask(src string) string {
	if strings.IndexByte(src, '%') < 0 && !strings.Contains(src, "\\begin{") {
		return src
	}
	out := []byte(src)
	for i := 0; i < len(out); i++ {
		switch out[i] {
		case '\\':
			if name := verbatimAt(src[i:]); name != "" {
				end := strings.Index(src[i:], "\\end{"+name+"}")
				if end < 0 {
					return string(out)
				}
				blankOut(out[i : i+end])
				i += end
			} else {
				i++
			}
		case '%':
			end := i
			for end < len(out) && !isLineBreak(out[end]) {
				end++
			}
			blankOut(out[i:end])
			i = end - 1
		}
	}
	return string(out)
}

// verbatimEnvironments print their source.
var verbatimEnvironments = []string{"verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "alltt"}

func verbatimAt(s string) string {
	rest, ok := strings.CutPrefix(s, "\\begin{")
	if !ok {
		return ""
	}
	for _, name := range verbatimEnvironments {
		if strings.HasPrefix(rest, name+"}") {
			return name
		}
	}
	return ""
}

func blankOut(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}
