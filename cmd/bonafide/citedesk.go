package main

import (
	"errors"
	"io"
	"maps"

	"github.com/bonafide-audit/bonafide/internal/setup"
)

// desk is where queries are asked: of the sources that the user enabled, and,
// for identifiers and addresses, of a translation server too.
type desk struct {
	sources, zotero *setup.Setup // zotero is nil without a server
}

func openDesk(opt citeOptions) (*desk, error) {
	options := opt.sources.Setup()
	d := &desk{}
	var err error
	if opt.zotero != "" && options.Offline {
		return nil, errors.New("--zotero asks a server and --offline forbids it")
	}
	keys := maps.Clone(options.Online.Keys)
	if keys == nil {
		keys = map[string]string{}
	}
	if opt.zotero != "" {
		keys["zotero_url"] = opt.zotero
	}
	options.Online.Keys = keys
	if opt.zotero != "" && !options.Online.Enabled {
		asking := options
		asking.Online.Enabled, asking.Online.Sources = true, []string{"zotero"}
		if d.zotero, err = setup.Open(asking); err != nil {
			return nil, err
		}
	}
	if d.sources, err = setup.Open(options); err != nil {
		return nil, errors.Join(err, d.close(io.Discard))
	}
	return d, nil
}

// close ends what the desk opened, with remarks on w.
func (d *desk) close(w io.Writer) error {
	var err error
	for _, s := range []*setup.Setup{d.sources, d.zotero} {
		if s != nil {
			err = errors.Join(err, closeSetup(w, s))
		}
	}
	return err
}
