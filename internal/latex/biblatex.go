package latex

import "strings"

// Entry is one entry of a .bbl file that biber wrote for BibLaTeX.
type Entry struct {
	Key, Type  string
	Fields     []Info // fields, literal lists (joined by " and ") and verbatim fields, as source
	Names      []NameList
	Start, End int
}

// NameList holds the people of one role.
type NameList struct {
	Role   string // "author", "editor"
	People []Person
	More   bool // the list ends in "and others"
}

// Person is a name in parts, as source.
type Person struct{ Family, Given, Prefix, Suffix string }

// Entries lists the entries of a BibLaTeX .bbl file, each key once.
func Entries(src string) []Entry {
	var list []Entry
	seen := map[string]bool{}
	for i := 0; i < len(src); {
		n := strings.Index(src[i:], "\\entry{")
		if n < 0 {
			break
		}
		start := i + n
		end := len(src)
		if next := strings.Index(src[start+1:], "\\entry{"); next >= 0 {
			end = start + 1 + next
		}
		if stop := strings.Index(src[start:end], "\\endentry"); stop >= 0 {
			end = start + stop
		}
		r := reader{s: src[:end], i: start + len("\\entry")}
		e := Entry{Start: start, End: end, Key: strings.TrimSpace(r.argument()),
			Type: strings.ToLower(strings.TrimSpace(r.argument()))}
		if e.Key != "" && !seen[e.Key] {
			seen[e.Key] = true
			e.read(src[r.i:end])
			list = append(list, e)
		}
		i = end
	}
	return list
}

func (e *Entry) read(body string) {
	r := reader{s: body}
	more := map[string]bool{}
	for r.i < len(body) {
		n := strings.IndexByte(body[r.i:], '\\')
		if n < 0 {
			break
		}
		r.i += n
		name := commandName(body, r.i+1)
		r.i += 1 + len(name)
		switch name {
		case "field", "strng":
			label := r.argument()
			if text := r.argument(); name == "field" {
				e.add(label, text)
			}
		case "list":
			label := r.argument()
			r.argument()
			e.add(label, strings.Join(groups(r.argument()), " and "))
		case "name":
			role := r.argument()
			r.argument()
			r.argument()
			e.Names = append(e.Names, NameList{Role: strings.TrimSpace(role), People: people(r.argument())})
		case "verb":
			label := r.argument()
			end := strings.Index(body[r.i:], "\\endverb")
			if end < 0 {
				return
			}
			e.add(label, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(body[r.i:r.i+end]), "\\verb")))
			r.i += end
		case "true":
			more[r.argument()] = true
		case "":
			r.i++
		}
	}
	for i := range e.Names {
		e.Names[i].More = more["more"+e.Names[i].Role]
	}
}

func (e *Entry) add(name, text string) {
	if name = strings.ToLower(strings.TrimSpace(name)); name != "" && text != "" && len(e.Fields) < 1000 {
		e.Fields = append(e.Fields, Info{name, text})
	}
}

func groups(s string) []string {
	var list []string
	r := reader{s: s}
	for r.i < len(s) && len(list) < 20000 {
		n := strings.IndexByte(s[r.i:], '{')
		if n < 0 {
			break
		}
		r.i += n
		list = append(list, r.argument())
	}
	return list
}

// people reads the names of a list, in the format of biber 2 ("family={Doe}, …") or of biber 1 (parts by position).
func people(s string) []Person {
	var list []Person
	for _, name := range groups(s) {
		parts := groups(name)
		if len(parts) < 2 {
			continue
		}
		var p Person
		if strings.Contains(parts[1], "family=") || len(parts) == 2 {
			p = personByLabel(parts[1])
		} else {
			p = personByPlace(parts[1:])
		}
		if p != (Person{}) {
			list = append(list, p)
		}
	}
	return list
}

// personByLabel reads "family={Doe}, familyi={D\bibinitperiod}, given={John}".
func personByLabel(s string) Person {
	var p Person
	r := reader{s: s}
	for r.i < len(s) {
		eq := strings.IndexByte(s[r.i:], '=')
		if eq < 0 {
			break
		}
		name := strings.Trim(s[r.i:r.i+eq], " ,\t\r\n%")
		r.i += eq + 1
		text := ""
		if j := skipSpace(s, r.i); j < len(s) && s[j] == '{' {
			text = r.argument()
		} else if end := strings.IndexByte(s[r.i:], ','); end >= 0 {
			r.i += end
		} else {
			r.i = len(s)
		}
		switch name {
		case "family":
			p.Family = text
		case "given":
			p.Given = text
		case "prefix":
			p.Prefix = text
		case "suffix":
			p.Suffix = text
		}
	}
	return p
}

// personByPlace reads {family}{f.}{given}{g.}{prefix}{p.}{suffix}{s.}.
func personByPlace(parts []string) Person {
	at := func(i int) string {
		if i < len(parts) {
			return parts[i]
		}
		return ""
	}
	return Person{Family: at(0), Given: at(2), Prefix: at(4), Suffix: at(6)}
}
