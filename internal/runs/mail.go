package runs

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/smtp"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// Mail is a mail server that tells people whose account is an address when their runs have ended.
type Mail struct {
	Server   string // host and port, "" for none
	From     string // also the name of its account
	Password string // "" if it asks for none
	Pages    string // address of the server's pages, "" if letters name none
	TLS      *tls.Config
}

// mailTime is how long a mail server may take for one letter.
const mailTime = time.Minute

// letter is the mail on the end of a run: like the message, it has nothing from the paper.
func (m *Mail) letter(to string, e *ending) string {
	text := "Your run has ended: " + report.OutcomeTally(e.Outcomes) + "."
	if e.State != Done {
		text = "Your run has " + string(e.State) + "."
	}
	if m.Pages != "" {
		text += "\r\n\r\n" + m.Pages + "/runs/" + e.Run
	}
	return "From: " + m.From + "\r\nTo: " + to + "\r\nSubject: bonafide: run " + e.Run + " has ended\r\n" +
		"Content-Type: text/plain; charset=utf-8\r\n\r\n" + text + "\r\n"
}

// post sends the letter of a job.
func (w *Worker) post(ctx context.Context, job jobs.Job) error {
	letter, err := mail.ReadMessage(strings.NewReader(job.Body))
	if err == nil {
		err = w.Mail.send(ctx, letter.Header.Get("To"), job.Body)
	}
	return w.again(ctx, job, err)
}

// send hands a letter to the server, encrypted unless that is this machine.
func (m *Mail) send(ctx context.Context, to, letter string) error {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", m.Server)
	if err != nil {
		return err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(mailTime))
	host, _, _ := net.SplitHostPort(m.Server)
	c, err := smtp.NewClient(conn, host)
	if err != nil {
		return err
	}
	if ok, _ := c.Extension("STARTTLS"); ok {
		err = c.StartTLS(cmp.Or(m.TLS, &tls.Config{ServerName: host}))
	} else if host != "localhost" && !net.ParseIP(host).IsLoopback() {
		err = errors.New("the mail server offers no STARTTLS")
	}
	if err == nil && m.Password != "" {
		err = c.Auth(smtp.PlainAuth("", m.From, m.Password, host))
	}
	if err == nil {
		err = c.Mail(m.From)
	}
	if err == nil {
		err = c.Rcpt(to)
	}
	if err != nil {
		return err
	}
	body, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprint(body, letter); err != nil {
		return err
	}
	return body.Close() // only now has the server taken it
}
