package zotero

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Formats lists what the server can write items in.
// Form: https://github.com/zotero/translation-server (export)
var Formats = []string{"bibtex", "biblatex", "bookmarks", "coins", "csljson", "csv", "endnote_xml", "evernote", "mods", "rdf_bibliontology", "rdf_dc", "rdf_zotero", "refer", "refworks_tagged", "ris", "tei", "wikipedia"}

// Export gives what the server makes of an identifier or address, written by
// Zotero's own translators in one of Formats. Of several items the one whose
// title is nearest to title is taken. text is "" when the server has nothing.
func (c *Connector) Export(ctx context.Context, id ident.ID, title, format string) (text string, err error) {
	items, ok, err := c.translate(ctx, id, title)
	if err != nil || len(items) == 0 {
		if err == nil && !ok {
			err = source.ErrNotAsked
		}
		return "", err
	}
	raw := make([]string, len(items))
	for i, item := range items {
		raw[i] = item.Raw()
	}
	_, err = c.client.Do(ctx, &transport.Request{Service: "zotero", Method: http.MethodPost, URL: service.Link(c.base+"/export", url.Values{"format": {format}}),
		SecretHeader: c.secret, ContentType: "application/json", Body: []byte("[" + strings.Join(raw, ",") + "]"), Read: func(r *transport.Response) (bool, error) {
			text = string(r.Body)
			if strings.TrimSpace(text) == "" {
				return false, errors.New("an empty export")
			}
			return false, nil
		}})
	return text, err
}
