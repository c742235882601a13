package dump

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Limits of a service's listings.
const (
	maxListing = 64 << 20 // bytes
	maxParts   = 100_000
)

func (f *Fetcher) parts(ctx context.Context, p Public, since, today time.Time) ([]Part, error) {
	var list []Part
	var err error
	switch p.Layout {
	case OneFile:
		list, err = f.single(ctx, p)
	case Manifest:
		var text []byte
		if text, err = f.Text(ctx, p.URL, maxListing); err == nil {
			list, err = manifestParts(p, text)
		}
	case Listing:
		list, err = f.listed(ctx, p)
	case Harvest:
		list = harvestParts(p, since, today)
	default:
		err = fmt.Errorf("%s cannot be fetched by a program: %s (%s)", p.Name, p.Why, p.Page)
	}
	if err != nil {
		return nil, err
	}
	for i := range list {
		if p.Sum != "" {
			list[i].Sum = list[i].URL + p.Sum
		}
		if !safeName(list[i].Name) {
			return nil, fmt.Errorf("%s lists a file with the name %.100q", p.Name, list[i].Name)
		}
	}
	if len(list) == 0 || len(list) > maxParts {
		return nil, fmt.Errorf("%s lists %d files", p.Name, len(list))
	}
	return list, nil
}

var releaseDate = lazy.Regexp(`\.(20\d\d)-(\d\d)-(\d\d)\b`)

// single returns the part of a dump that is one file: the newest release, if it has releases and the
// address is not a file.
func (f *Fetcher) single(ctx context.Context, p Public) ([]Part, error) {
	if p.Releases == "" || !strings.HasSuffix(p.URL, "/") {
		return []Part{{URL: p.URL, Name: p.File}}, nil
	}
	page := p.URL + p.Releases
	text, err := f.Text(ctx, page, maxListing)
	if err != nil {
		return nil, err
	}
	if p.Release == "" {
		return zenodoParts(p, text)
	}
	year, date := "", ""
	for _, link := range href.FindAllSubmatch(text, maxParts+1) {
		if m := releaseDate.FindSubmatch(link[1]); m != nil && string(m[0][1:]) > date {
			year, date = string(m[1]), string(m[0][1:])
		}
	}
	if date == "" {
		return nil, fmt.Errorf("%s names no release: %w", page, transport.ErrWall)
	}
	return []Part{{URL: p.URL + strings.NewReplacer("{year}", year, "{date}", date).Replace(p.Release), Name: p.File}}, nil
}

// zenodoParts reads the files of a record of Zenodo, {"files": [{"key", "size", "checksum": "md5:…", "links":
// {"self"}}]}, and returns the wanted one.
func zenodoParts(p Public, text []byte) ([]Part, error) {
	var record struct {
		Files []struct {
			Key      string `json:"key"`
			Size     int64  `json:"size"`
			Checksum string `json:"checksum"`
			Links    struct {
				Self string `json:"self"`
			} `json:"links"`
		} `json:"files"`
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
		return nil, fmt.Errorf("%s: %w", p.URL+p.Releases, transport.ErrWall)
	}
	if err := json.Unmarshal(text, &record); err != nil {
		return nil, fmt.Errorf("%s: %w", p.URL+p.Releases, err)
	}
	for _, f := range record.Files {
		u, err := url.Parse(f.Links.Self)
		if ok, _ := path.Match(p.Match, f.Key); !ok || err != nil {
			continue
		}
		md5, _ := strings.CutPrefix(f.Checksum, "md5:")
		return []Part{{URL: p.URL + strings.TrimPrefix(u.EscapedPath(), "/"), Name: p.File, Size: f.Size,
			MD5: strings.ToLower(md5)}}, nil
	}
	return nil, fmt.Errorf("%s lists no file %s", p.URL+p.Releases, p.Match)
}

// listed reads the listings of a dump's folders, those of updates last.
func (f *Fetcher) listed(ctx context.Context, p Public) ([]Part, error) {
	var list []Part
	folders := []string{p.Base}
	if p.Updates != "" {
		folders = append(folders, p.Updates)
	}
	for _, folder := range folders {
		at := p
		at.URL = strings.TrimSuffix(p.URL, "/") + "/" + folder
		text, err := f.Text(ctx, at.URL, maxListing)
		if err != nil {
			return nil, err
		}
		parts, err := listingParts(at, text)
		if err != nil {
			return nil, err
		}
		for _, part := range parts {
			part.Name, part.Update = folder+part.Name, folder != "" && folder == p.Updates
			list = append(list, part)
		}
	}
	return list, nil
}

// manifestParts reads {"files" or "entries": [{"url": "s3://bucket/…", "meta": {"content_length": n, "md5":
// …}}]}. Only files on the manifest's own host are accepted.
func manifestParts(p Public, text []byte) ([]Part, error) {
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
	var list []Part
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
		list = append(list, Part{URL: u.String(), Name: name, Size: e.Meta.Length, MD5: strings.ToLower(e.Meta.MD5)})
	}
	return list, nil
}

var href = lazy.Regexp(`(?i)href\s*=\s*["']([^"'<>]{1,300})["']`)

// listingParts reads the links of a page that point to files beside it.
func listingParts(p Public, text []byte) ([]Part, error) {
	var list []Part
	for _, m := range href.FindAllSubmatch(text, maxParts+1) {
		name, err := url.PathUnescape(string(m[1]))
		if err != nil {
			continue
		}
		if ok, err := path.Match(p.Match, name); err != nil {
			return nil, err
		} else if ok && !slices.ContainsFunc(list, func(have Part) bool { return have.Name == name }) {
			list = append(list, Part{URL: strings.TrimSuffix(p.URL, "/") + "/" + url.PathEscape(name), Name: name})
		}
	}
	slices.SortFunc(list, func(a, b Part) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

var safePart = lazy.Regexp(`^[A-Za-z0-9_=][A-Za-z0-9_=.,+-]{0,200}$`)

// safeName reports whether a relative path stays below its folder on every system.
func safeName(name string) bool {
	parts := strings.Split(name, "/")
	return len(parts) <= 8 && !slices.ContainsFunc(parts, func(part string) bool { return !safePart.MatchString(part) })
}

var hexMD5 = lazy.Regexp(`\b[0-9a-fA-F]{32}\b`)

// md5Of returns the MD5 that a service states for a file, "" if it states none: "hex  name" or "MD5(name)= hex".
func (f *Fetcher) md5Of(ctx context.Context, p Part) (string, error) {
	if p.MD5 != "" || p.Sum == "" {
		return p.MD5, nil
	}
	text, err := f.Text(ctx, p.Sum, 64<<10)
	if err != nil {
		return "", fmt.Errorf("checksum: %w", err)
	}
	sum := hexMD5.Find(text)
	if sum == nil && bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
		return "", fmt.Errorf("checksum: %s: %w", p.Sum, transport.ErrWall)
	}
	if sum == nil {
		return "", fmt.Errorf("checksum: %s holds none", p.Sum)
	}
	return strings.ToLower(string(sum)), nil
}
