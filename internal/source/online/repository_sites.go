package online

import (
	"net/url"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// site is a host of projects; the differences between sites are data.
type site struct {
	host    string
	lead    []string // what precedes the project's own parts of the path
	parts   int      // how many parts identify the project
	service string   // name in the table of policies; "" means the policy for documents
	// plain404 says that a missing project is reported as a page and not as JSON.
	plain404 bool
	api      func(parts []string) string
	read     func(jsonscan.Value) biblio.Record
	citation func(parts []string) string // address of CITATION.cff; may be nil
}

// sites lists the sites; of two that match, the one with the longer lead comes first. Forms:
// https://docs.github.com/rest/repos/repos, https://docs.gitlab.com/api/projects,
// https://codeberg.org/api/swagger, https://docs.pypi.org/api/json, https://github.com/r-hub/crandb,
// https://huggingface.co/docs/hub/api
var sites = []site{
	{host: "github.com", parts: 2, service: "github", api: join("https://api.github.com/repos/", "/", ""),
		read:     forge("GitHub"),
		citation: join("https://raw.githubusercontent.com/", "/", "/HEAD/CITATION.cff")},
	{host: "gitlab.com", parts: 2, api: join("https://gitlab.com/api/v4/projects/", "%2F", ""), read: forge("GitLab")},
	{host: "codeberg.org", parts: 2, api: join("https://codeberg.org/api/v1/repos/", "/", ""), read: forge("Codeberg")},
	{host: "pypi.org", lead: []string{"project"}, parts: 1, api: join("https://pypi.org/pypi/", "/", "/json"), read: pypi},
	{host: "cran.r-project.org", lead: []string{"package"}, parts: 1, api: join("https://crandb.r-pkg.org/", "/", ""),
		read: cran},
	{host: "huggingface.co", lead: []string{"datasets"}, parts: 2, plain404: true,
		api: join("https://huggingface.co/api/datasets/", "/", ""), read: hub(biblio.Dataset)},
	{host: "huggingface.co", parts: 2, plain404: true, api: join("https://huggingface.co/api/models/", "/", ""),
		read: hub(biblio.Software)},
}

// join returns a function that makes an address from the parts that identify a project.
func join(before, between, after string) func([]string) string {
	return func(parts []string) string {
		return before + strings.Join(lists.Map(parts, url.PathEscape), between) + after
	}
}

// ownerless are first parts of paths that are not owners of projects.
var ownerless = words.Set(`
	about blog collections docs explore features models datasets orgs papers pricing search settings spaces
	sponsors topics tasks api`)

// project returns the project that an address names, "github.com/owner/name"; ok is false for addresses of
// other sites and for pages that do not belong to a project.
func project(address string) (name string, ok bool) {
	u, err := url.Parse(address)
	if err != nil {
		return "", false
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	path := strings.FieldsFunc(strings.TrimPrefix(u.EscapedPath(), "/web/packages"), func(r rune) bool { return r == '/' })
	if name := u.Query().Get("package"); host == "cran.r-project.org" && name != "" { // ?package=NAME
		path = []string{"package", name}
	} else if host == "cran.r-project.org" && len(path) > 0 { // /package=NAME, /web/packages/NAME
		path = []string{"package", strings.TrimPrefix(path[0], "package=")}
	}
	for i := range sites {
		s := &sites[i]
		if s.host != host || len(path) < len(s.lead)+s.parts ||
			strings.Join(path[:len(s.lead)], "/") != strings.Join(s.lead, "/") {
			continue
		}
		own := path[len(s.lead) : len(s.lead)+s.parts]
		if s.parts == 2 && ownerless[own[0]] {
			return "", false
		}
		own[s.parts-1] = strings.TrimSuffix(own[s.parts-1], ".git")
		return strings.Join(append(append([]string{host}, s.lead...), own...), "/"), true
	}
	return "", false
}

// locate returns the site of a project and the parts that identify it there.
func locate(name string) (*site, []string) {
	path := strings.Split(name, "/")
	for i := range sites {
		s := &sites[i]
		if s.host == path[0] && len(path) == 1+len(s.lead)+s.parts &&
			strings.Join(path[1:1+len(s.lead)], "/") == strings.Join(s.lead, "/") {
			parts := path[1+len(s.lead):]
			for k, p := range parts {
				if plain, err := url.PathUnescape(p); err == nil {
					parts[k] = plain
				}
			}
			return s, parts
		}
	}
	return nil, nil
}

// forge reads what a forge says about a repository.
func forge(publisher string) func(jsonscan.Value) biblio.Record {
	return func(v jsonscan.Value) biblio.Record {
		rec := software(v.Get("name").Text(), v.Get("description").Text())
		rec.Publisher = publisher
		return rec
	}
}

func software(title, about string) biblio.Record {
	rec := biblio.Record{Source: "repository"}
	rec.Type, rec.Title = biblio.Software, title
	if about != "" {
		rec.Extra = map[string]string{"description": about}
	}
	return rec
}

func pypi(v jsonscan.Value) biblio.Record {
	info := v.Get("info")
	rec := software(info.Get("name").Text(), info.Get("summary").Text())
	rec.Publisher = "PyPI"
	return rec
}

func cran(v jsonscan.Value) biblio.Record {
	rec := software(v.Get("Package").Text(), v.Get("Title").Text())
	if rec.Title != "" && v.Get("Title").Text() != "" {
		rec.Title += ": " + v.Get("Title").Text() // the format in which R prints citations of packages
	}
	rec.Publisher = "CRAN"
	rec.Issued.Year = biblio.LeadingYear(v.Get("Date/Publication").Text())
	return rec
}

// hub reads a model or data set of Hugging Face.
func hub(kind biblio.Type) func(jsonscan.Value) biblio.Record {
	return func(v jsonscan.Value) biblio.Record {
		id := v.Get("id").Text()
		rec := software(id[strings.LastIndexByte(id, '/')+1:], v.Get("description").Text())
		rec.Type, rec.Publisher = kind, "Hugging Face"
		return rec
	}
}
