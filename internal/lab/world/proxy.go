package world

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"
)

// Proxy lets any program run in a played world: as its HTTP proxy it answers for every host what the world answers,
// over HTTPS too, with certificates of an authority of its own.
type Proxy struct {
	URL       string // for HTTP_PROXY and HTTPS_PROXY
	Authority []byte // the authority's certificate (PEM), for SSL_CERT_FILE, REQUESTS_CA_BUNDLE, NODE_EXTRA_CA_CERTS
	server    *httptest.Server
	forward   *httputil.ReverseProxy
	key       *ecdsa.PrivateKey
	root      *x509.Certificate
	leaves    sync.Map // host → *tls.Certificate
}

// NewProxy starts a proxy on a free local port for the world that is served at an address.
func NewProxy(world string) (*Proxy, error) {
	target, err := url.Parse(world)
	if err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	p := &Proxy{key: key, root: certificate("bonafide-lab play")}
	p.root.IsCA, p.root.BasicConstraintsValid, p.root.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, p.root, p.root, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	p.Authority = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	p.forward = &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		host := r.In.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		r.Out.URL.Scheme, r.Out.URL.Host = target.Scheme, target.Host
		r.Out.URL.Path = "/" + host + r.In.URL.Path
		if r.In.URL.RawPath != "" {
			r.Out.URL.RawPath = "/" + host + r.In.URL.RawPath
		}
	}}
	p.server = httptest.NewServer(http.HandlerFunc(p.serve))
	p.URL = p.server.URL
	return p, nil
}

// Close stops the proxy.
func (p *Proxy) Close() { p.server.Close() }

func certificate(name string) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	return &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(30 * 24 * time.Hour)}
}

// leaf returns the certificate of a host.
func (p *Proxy) leaf(host string) (*tls.Certificate, error) {
	if c, ok := p.leaves.Load(host); ok {
		return c.(*tls.Certificate), nil
	}
	c := certificate(host)
	c.DNSNames, c.ExtKeyUsage = []string{host}, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	der, err := x509.CreateCertificate(rand.Reader, c, p.root, &p.key.PublicKey, p.key)
	if err != nil {
		return nil, err
	}
	made, _ := p.leaves.LoadOrStore(host, &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: p.key})
	return made.(*tls.Certificate), nil
}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		p.forward.ServeHTTP(w, r)
		return
	}
	host, _, _ := net.SplitHostPort(r.Host)
	conn, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	// What the client sent with its CONNECT was read into the buffer already.
	early, _ := io.ReadAll(io.LimitReader(buffered, int64(buffered.Reader.Buffered())))
	if _, err := io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		conn.Close()
		return
	}
	secure := tls.Server(resumed{conn, io.MultiReader(bytes.NewReader(early), conn)}, &tls.Config{
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return p.leaf(host) }})
	_ = http.Serve(&single{secure}, p.forward) // ends at once; the connection is served until it closes
}

// resumed is a connection whose beginning was read before.
type resumed struct {
	net.Conn
	r io.Reader
}

func (c resumed) Read(b []byte) (int, error) { return c.r.Read(b) }

// single is a listener for one connection.
type single struct{ conn net.Conn }

func (l *single) Accept() (net.Conn, error) {
	c := l.conn
	if c == nil {
		return nil, net.ErrClosed
	}
	l.conn = nil
	return c, nil
}

func (l *single) Close() error   { return nil }
func (l *single) Addr() net.Addr { return &net.TCPAddr{} }
