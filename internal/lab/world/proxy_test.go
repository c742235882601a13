package world

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// Whatever host a program asks, by HTTP or HTTPS, the world behind the proxy answers, with the host before the path.
func TestProxy(t *testing.T) {
	played := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.URL.EscapedPath(), "?", r.URL.RawQuery)
	}))
	defer played.Close()
	p, err := NewProxy(played.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(p.Authority) {
		t.Fatal("no authority")
	}
	at, err := url.Parse(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{Proxy: http.ProxyURL(at), TLSClientConfig: &tls.Config{RootCAs: roots}}
	defer transport.CloseIdleConnections()
	client := http.Client{Transport: transport}
	for address, want := range map[string]string{
		"https://api.crossref.org/works/10.1%2Fa?x=1": "/api.crossref.org/works/10.1%2Fa?x=1",
		"https://doi.org:443/10.1/a":                  "/doi.org/10.1/a?",
		"http://export.arxiv.org/api/query?id_list=1": "/export.arxiv.org/api/query?id_list=1",
	} {
		for range 2 {
			resp, err := client.Get(address)
			if err != nil {
				t.Fatal(address, err)
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || string(body) != want {
				t.Errorf("%s: %q, %v; want %q", address, body, err, want)
			}
		}
	}
}
