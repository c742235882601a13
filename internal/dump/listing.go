package dump

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Bounds of what a service may list.
const (
	maxListing = 64 << 20 // bytes
	maxParts   = 100_000
)

// part is one file of a public dump.
type part struct {
	url  string
	name string // with slashes, below the dump's folder
	size int64  // 0 when not stated
	md5  string // "" when not stated
	sum  string // address of a file that holds the MD5, "" for none
}

// parts gives the files of a dump in order.
func (f *Fetcher) parts(ctx context.Context, p Public) ([]part, error) {
	var list []part
	switch p.Layout {
	case OneFile:
		list = []part{{url: p.URL, name: p.File}}
	case Manifest, Listing:
		text, err := f.Text(ctx, p.URL, maxListing)
		if err != nil {
			return nil, err
		}
		if p.Layout == Manifest {
			list, err = manifestParts(p, text)
		} else {
			list, err = listingParts(p, text)
		}
		if err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("%s cannot be fetched by a program: %s (%s)", p.Name, p.Why, p.Page)
	}
	for i := range list {
		if p.Sum != "" {
			list[i].sum = list[i].url + p.Sum
		}
		if !safeName(list[i].name) {
			return nil, fmt.Errorf("%s lists a file with the name %.100q", p.Name, list[i].name)
		}
	}
	if len(list) == 0 || len(list) > maxParts {
		return nil, fmt.Errorf("%s lists %d files", p.Name, len(list))
	}
	return list, nil
}

// manifestParts reads {"files" or "entries": [{"url": "s3://bucket/…", "meta":
// {"content_length": n, "md5": …}}]}. Files are taken from the manifest's own
// host only.
func manifestParts(p Public, text []byte) ([]part, error) {
	type entry struct {
		URL  string `json:"url"`
		Meta struct {
			Length int64  `json:"content_length"`
			MD5    string `json:"md5"`
		} `json:"meta"`
	}
	var m struct {
		Files   []entry `json:"files"`
		Entries []entry `json:"entries"`
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("manifest of %s: %w", p.Name, err)
	}
	base, err := url.Parse(p.URL)
	if err != nil {
		return nil, err
	}
	dir := path.Dir(base.Path)
	var list []part
	for _, e := range append(m.Files, m.Entries...) {
		u, err := url.Parse(e.URL)
		if err != nil {
			return nil, fmt.Errorf("manifest of %s: %w", p.Name, err)
		}
		if u.Scheme == "s3" {
			u.Scheme, u.Host = base.Scheme, base.Host
		}
		name, inside := strings.CutPrefix(u.Path, dir+"/")
		if u.Host != base.Host || u.Scheme != base.Scheme || !inside {
			return nil, fmt.Errorf("manifest of %s names a file elsewhere: %.200q", p.Name, e.URL)
		}
		list = append(list, part{url: u.String(), name: name, size: e.Meta.Length, md5: strings.ToLower(e.Meta.MD5)})
	}
	return list, nil
}

var href = regexp.MustCompile(`(?i)href\s*=\s*["']([^"'<>]{1,300})["']`)

// listingParts reads the links of a page that name files beside it.
func listingParts(p Public, text []byte) ([]part, error) {
	var list []part
	for _, m := range href.FindAllSubmatch(text, maxParts+1) {
		name, err := url.PathUnescape(string(m[1]))
		if err != nil {
			continue
		}
		if ok, err := path.Match(p.Match, name); err != nil {
			return nil, err
		} else if ok && !slices.ContainsFunc(list, func(have part) bool { return have.name == name }) {
			list = append(list, part{url: strings.TrimSuffix(p.URL, "/") + "/" + url.PathEscape(name), name: name})
		}
	}
	slices.SortFunc(list, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

var safePart = regexp.MustCompile(`^[A-Za-z0-9_=][A-Za-z0-9_=.,+-]{0,200}$`)

// safeName reports a relative path that stays below its folder on every system.
func safeName(name string) bool {
	parts := strings.Split(name, "/")
	for _, part := range parts {
		if !safePart.MatchString(part) {
			return false
		}
	}
	return len(parts) <= 8
}

var hexMD5 = regexp.MustCompile(`\b[0-9a-fA-F]{32}\b`)

// md5Of gives the MD5 that a service states for a file, "" when it states none:
// "hex  name" or "MD5(name)= hex".
func (f *Fetcher) md5Of(ctx context.Context, p part) (string, error) {
	if p.md5 != "" || p.sum == "" {
		return p.md5, nil
	}
	text, err := f.Text(ctx, p.sum, 64<<10)
	if err != nil {
		return "", fmt.Errorf("checksum: %w", err)
	}
	sum := hexMD5.Find(text)
	if sum == nil {
		return "", fmt.Errorf("checksum: %s holds none", p.sum)
	}
	return strings.ToLower(string(sum)), nil
}
