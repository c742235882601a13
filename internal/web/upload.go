package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// given is the content of a request for a run.
type given struct {
	inputs  []runs.Input
	options runs.Options
	title   string
	arXiv   string // identifier or address of a paper to fetch, "" for none
	most    int    // files, 0 for the usual
	text    copied // pasted text, to be shown again if it is refused
}

const pasted = "pasted.txt"

// fieldMax is the maximum size of one field of a form, in bytes; a pasted text may be as long as a file.
const fieldMax = 1 << 10

// multipart reads the parts of a form: files under any name, a pasted text, and options. Files are stored as
// they arrive, so that none is held in memory.
func (s *server) multipart(w http.ResponseWriter, r *http.Request) (*given, error) {
	if err := s.room(r, owner(r.Context()), nil); err != nil {
		return &given{}, err
	}
	g, err := s.fields(w, r, &given{})
	if err != nil {
		return g, err
	}
	return g, s.requireInputs(g)
}

// fields reads the parts of a form.
func (s *server) fields(w http.ResponseWriter, r *http.Request, g *given) (*given, error) {
	r.Body = http.MaxBytesReader(w, r.Body, s.opt.MaxUpload*4)
	parts, err := r.MultipartReader()
	if err != nil {
		return g, refused(http.StatusUnsupportedMediaType, "send files as multipart/form-data")
	}
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			list := slices.Compact(slices.Sorted(slices.Values(g.options.Sources)))
			if len(list) == len(s.opt.Offers["source"]) { // the usual ones
				list = nil
			}
			g.options.Sources = list
			return g, s.fetch(r, g)
		}
		if err != nil {
			return g, broken(err)
		}
		if err := s.part(r, g, part); err != nil {
			return g, err
		}
	}
}

// broken turns the error of an unreadable body into a refusal.
func broken(err error) error {
	if long, ok := errors.AsType[*http.MaxBytesError](err); ok {
		most := fmt.Sprintf("%d MB", long.Limit>>20)
		if long.Limit < 1<<20 {
			most = fmt.Sprintf("%d kB", long.Limit>>10)
		}
		return refused(http.StatusRequestEntityTooLarge, "that is too large: at most %s are accepted at once", most)
	}
	if database.Full(err) {
		return refused(http.StatusInsufficientStorage, diskFull)
	}
	return refused(http.StatusBadRequest, "the request was cut off: %v", err)
}

func (s *server) part(r *http.Request, g *given, part *multipart.Part) error {
	name := part.FileName() // without folders
	if _, said, err := mime.ParseMediaType(part.Header.Get("Content-Disposition")); err == nil {
		name = cmp.Or(said["filename"], name)
	}
	if name == "" && part.FormName() != "text" {
		return g.field(part)
	}
	name = cmp.Or(name, pasted)
	if name = named(name); strings.Contains(name, "/") && !extract.Takes(name) && !run.Accepts(name) {
		return nil // a picture of a project, or a hidden file in its folder
	}
	if part.FormName() != "text" {
		return s.keep(r, g, name, part)
	}
	return s.keep(r, g, name, io.TeeReader(part, &g.text))
}

const shownAgain = 256 << 10

// copied keeps what is written to it, unless that is too long.
type copied struct {
	text []byte
	long bool
}

func (c *copied) Write(p []byte) (int, error) {
	if c.long = c.long || len(c.text)+len(p) > shownAgain; c.long {
		c.text = nil
	} else {
		c.text = append(c.text, p...)
	}
	return len(p), nil
}

// String returns what was written, "" if it was too long.
func (c *copied) String() string { return strings.ToValidUTF8(string(c.text), "\uFFFD") }

// keep stores a file of a run. An empty one, which browsers send if no file is chosen, is ignored.
func (s *server) keep(r *http.Request, g *given, name string, content io.Reader) error {
	if most := cmp.Or(g.most, s.opt.MaxFiles); len(g.inputs) == most {
		return refused(http.StatusRequestEntityTooLarge, "at most %d files are taken at once: put them into an archive", most)
	}
	digest, size, err := s.store.Save(r.Context(), content, s.opt.MaxUpload)
	switch {
	case errors.Is(err, runs.ErrTooLarge):
		return refused(http.StatusRequestEntityTooLarge, "%s: %v", named(name), err)
	case err != nil && r.Context().Err() == nil:
		return broken(err)
	case err != nil:
		return err
	case size > 0:
		g.inputs = append(g.inputs, runs.Input{Name: g.free(named(name)), Digest: digest, Size: size})
	}
	return nil
}

// fetch fetches the requested arXiv paper, as if it had been uploaded.
func (s *server) fetch(r *http.Request, g *given) error {
	if g.arXiv == "" {
		return nil
	}
	if !s.opt.Offers.Has("online") {
		return refused(http.StatusUnprocessableEntity,
			"this server asks no services, arXiv included: upload the file of the paper")
	}
	done, err := s.turns.take(r.Context(), owner(r.Context()))
	if err != nil {
		return err
	}
	defer done()
	paper, err := s.worker.Fetch(r.Context(), g.arXiv, s.opt.MaxUpload)
	var unread *run.Unread
	switch {
	case errors.Is(err, setup.ErrNoAnswer):
		return refused(http.StatusBadGateway, "%s; try later, or give the file of the paper", report.Visible(err.Error()))
	case errors.As(err, &unread):
		return refused(http.StatusUnprocessableEntity, "%s", report.Visible(err.Error()))
	case err != nil:
		return err
	}
	return s.keep(r, g, paper.Name, bytes.NewReader(paper.Content))
}

// The limits on a path, in bytes and folders.
const (
	nameMax  = 200
	depthMax = 16
)

// named returns the name under which a file is shown: with the folders of its project, without those above it
// on the user's machine, and never one that could be mistaken for something else. It is never used as a path on
// this machine.
func named(name string) string {
	name = strings.ReplaceAll(strings.ToValidUTF8(name, "\uFFFD"), `\`, "/")
	parts := strings.Split(name, "/")
	if parts[0] == "" || strings.HasSuffix(parts[0], ":") || slices.Contains(parts, "..") || len(name) > nameMax ||
		len(parts) > depthMax {
		name = path.Base(name)
	}
	name = path.Clean(strings.ReplaceAll(name, "\x00", ""))
	if len(name) > nameMax {
		name = strings.ToValidUTF8(name[len(name)-nameMax:], "")
	}
	if name == "" || name == "." || name == ".." || name == "/" || name == "-" {
		return "unnamed"
	}
	return name
}

// free returns a name that is not taken by another file of the run.
func (g *given) free(name string) string {
	ext := path.Ext(name)
	taken := func(name string) bool {
		return slices.ContainsFunc(g.inputs, func(in runs.Input) bool { return in.Name == name })
	}
	other := name
	for n := 2; taken(other); n++ {
		other = strings.TrimSuffix(name, ext) + " (" + strconv.Itoa(n) + ")" + ext
	}
	return other
}

func (g *given) field(part *multipart.Part) error {
	text, err := io.ReadAll(io.LimitReader(part, fieldMax))
	if err != nil {
		return broken(err)
	}
	switch part.FormName() {
	case "arxiv":
		g.arXiv = strings.TrimSpace(string(text))
	case "title":
		g.title = string(text)
	}
	g.options.Set(part.FormName(), string(text))
	return nil
}

func (s *server) requireInputs(g *given) error {
	if len(g.inputs) == 0 {
		return refused(http.StatusUnprocessableEntity, "nothing was given: choose a file or paste a text")
	}
	return s.allowed(&g.options)
}

// allowed returns an error for options that the operator or the program does not offer.
func (s *server) allowed(opt *runs.Options) error {
	if err := s.opt.Offers.Refuse(opt); err != nil {
		return refused(http.StatusUnprocessableEntity, "%v", err)
	}
	return nil
}

func (s *server) begin(r *http.Request, g *given) (string, error) {
	owner := owner(r.Context())
	if err := s.room(r, owner, g.inputs); err != nil {
		return "", err
	}
	if utf8.RuneCountInString(g.title) > runs.TitleMost {
		return "", refused(http.StatusUnprocessableEntity, "a name has at most %d characters", runs.TitleMost)
	}
	id, err := s.store.Create(r.Context(), owner, r.Header.Get("Idempotency-Key"), g.inputs, g.options)
	if err == nil && g.title != "" {
		err = s.store.Rename(r.Context(), owner, id, g.title)
	}
	return id, err
}

// release drops the uploads of a request that was refused or broke off, unless its run was created: otherwise they
// would take space for an hour without counting against any account.
func (s *server) release(r *http.Request, g *given, id string) {
	if id != "" {
		return
	}
	if err := s.store.Release(context.WithoutCancel(r.Context()), g.inputs); err != nil {
		s.opt.Log.Error("uploads were not given up", "error", err)
	}
}

func (s *server) room(r *http.Request, owner string, inputs []runs.Input) error {
	load, err := s.store.Load(r.Context(), owner)
	if err != nil {
		return err
	}
	size := int64(0)
	for _, in := range inputs {
		size += in.Size
	}
	if load.Disk+size > s.opt.MaxDisk { // what was deleted makes room
		emptied, err := s.store.EmptyBinOf(r.Context(), owner)
		if err == nil && emptied {
			load, err = s.store.Load(r.Context(), owner)
		}
		if err != nil {
			return err
		}
	}
	load.Disk += size
	switch {
	case load.Waiting >= s.opt.MaxWaiting:
		return refused(http.StatusTooManyRequests, "%d runs are not over yet: wait for one of them", load.Waiting)
	case load.Queue >= s.opt.MaxQueue:
		return refused(http.StatusServiceUnavailable, "the server is busy: try again later")
	case load.Disk > s.opt.MaxDisk:
		return refused(http.StatusInsufficientStorage,
			"your files would take %d MB, and your limit is %d MB: delete runs that you do not need",
			load.Disk>>20, s.opt.MaxDisk>>20)
	}
	return nil
}
