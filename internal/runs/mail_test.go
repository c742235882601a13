package runs

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// mailServer accepts letters, after STARTTLS and with a password, and passes them on; the first one is turned away.
func mailServer(t *testing.T) (address string, settings *tls.Config, letters chan string) {
	t.Helper()
	web := httptest.NewTLSServer(nil) // for its certificate
	t.Cleanup(web.Close)
	roots := x509.NewCertPool()
	roots.AddCert(web.Certificate())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	letters = make(chan string, 5)
	go func() {
		for n := 0; ; n++ {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serveMail(conn, web.TLS, n == 0, letters)
		}
	}()
	return l.Addr().String(), &tls.Config{RootCAs: roots, ServerName: "example.com"}, letters
}

func serveMail(conn net.Conn, settings *tls.Config, busy bool, letters chan string) {
	defer func() { conn.Close() }()
	login := base64.StdEncoding.EncodeToString([]byte("\x00bonafide@example.org\x00secret"))
	fmt.Fprint(conn, "220 ready\r\n")
	in, safe, known, envelope := bufio.NewReader(conn), false, false, ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		answer := "250 fine"
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case word == "EHLO" && !safe:
			answer = "250-here\r\n250 STARTTLS"
		case word == "EHLO":
			answer = "250-here\r\n250 AUTH PLAIN"
		case word == "STARTTLS":
			fmt.Fprint(conn, "220 go on\r\n")
			conn = tls.Server(conn, settings)
			in, safe = bufio.NewReader(conn), true
			continue
		case word == "AUTH":
			if known = strings.Contains(line, login); known {
				answer = "235 fine"
			}
		case !safe || !known || busy:
			answer = "451 later"
		case word == "DATA":
			fmt.Fprint(conn, "354 go on\r\n")
			for letter := ""; ; {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if line == ".\r\n" {
					letters <- envelope + "\n" + letter
					break
				}
				letter += line
			}
		default:
			envelope += line
		}
		fmt.Fprint(conn, answer+"\r\n")
	}
}

// TestMail: the owner of a run whose account is an address gets a letter with its counts and a link, and with nothing
// of the paper, although the server turns the first attempt away; nobody else gets one.
func TestMail(t *testing.T) {
	s := open(t, t.TempDir())
	address, settings, letters := mailServer(t)
	shared := offline(t)
	w := &Worker{Store: s, Setup: func(Options) (*setup.Setup, error) { return shared, nil }, Jobs: 1,
		Log: slog.New(slog.DiscardHandler), Mail: Mail{Server: address, From: "bonafide@example.org", Password: "secret",
			Pages: "https://bonafide.example.org", TLS: settings}}
	ctx, cancel := context.WithCancel(t.Context())
	wait, err := w.Start(ctx, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); wait() }()
	made(t, s, "ann", "", "Secret thesis.bib", entries)
	id := made(t, s, "bea@example.org", "", "Secret thesis.bib", entries)
	got := <-letters
	for _, want := range []string{"MAIL FROM:<bonafide@example.org>", "RCPT TO:<bea@example.org>", "To: bea@example.org",
		"Your run has ended: ", "1 wrong", "https://bonafide.example.org/runs/" + id} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if strings.Contains(got, "thesis") || len(letters) > 0 {
		t.Errorf("%s", got)
	}
}

// TestMailTries: a server that cannot be reached is tried five times.
func TestMailTries(t *testing.T) {
	w := &Worker{Log: slog.New(slog.DiscardHandler), Mail: Mail{Server: "127.0.0.1:1", From: "a@example.org"}}
	body := w.Mail.letter("bea@example.org", &ending{Run: "1", State: Failed})
	for try := 1; try <= announceTries; try++ {
		if err := w.post(t.Context(), jobs.Job{Key: "1", Body: body, Try: try}); (err != nil) != (try < announceTries) {
			t.Errorf("attempt %d: %v", try, err)
		}
	}
}
