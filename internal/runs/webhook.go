package runs

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/mail"

	"github.com/bonafide-audit/bonafide/internal/jobs"
)

// Webhook is an address of the operator that is told when a run has ended.
type Webhook struct {
	URL    string // "" for none
	Secret string // signs the message
	Client *http.Client
}

// announceTries is how often a message is sent until it is taken.
const announceTries = 5

// ending is the message: nothing in it is from a paper, not even its name.
type ending struct {
	Run        string         `json:"run"`
	State      State          `json:"state"`
	References int            `json:"references"`
	Outcomes   map[string]int `json:"outcomes"`
}

// announce leaves the messages on the end of a run to jobs.
func (w *Worker) announce(ctx context.Context, r *Record, state State) error {
	_, noAddress := mail.ParseAddress(r.Owner)
	letters := w.Mail.Server != "" && noAddress == nil
	if w.Webhook.URL == "" && !letters {
		return nil
	}
	c, err := w.Store.Count(ctx, r.ID)
	if err != nil {
		return err
	}
	message := ending{Run: r.ID, State: state, Outcomes: c.Outcomes}
	for _, n := range c.Outcomes {
		message.References += n
	}
	var list []jobs.Job
	if letters {
		list = append(list, jobs.Job{Kind: "mails", Key: r.ID, Group: "mails", Body: w.Mail.letter(r.Owner, &message)})
	}
	if w.Webhook.URL != "" {
		body, _ := json.Marshal(message) // numbers and texts
		list = append(list, jobs.Job{Kind: "webhooks", Key: r.ID, Group: "webhooks", Body: string(body)})
	}
	for _, job := range list {
		_, failed := w.Store.jobs.Add(ctx, job)
		err = cmp.Or(err, failed)
	}
	return err
}

// call sends a message to the webhook.
func (w *Worker) call(ctx context.Context, job jobs.Job) error {
	sign := hmac.New(sha256.New, []byte(w.Webhook.Secret))
	sign.Write([]byte(job.Body))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.Webhook.URL, bytes.NewReader([]byte(job.Body)))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Bonafide-Signature", "sha256="+hex.EncodeToString(sign.Sum(nil)))
	resp, err := w.Webhook.Client.Do(req)
	if err == nil {
		resp.Body.Close()
		if resp.StatusCode/100 != 2 {
			err = fmt.Errorf("HTTP %d", resp.StatusCode)
		}
	}
	return w.again(ctx, job, err)
}

// again returns the error of a message that is to be sent again, nil for one that arrived or is given up.
func (w *Worker) again(ctx context.Context, job jobs.Job, err error) error {
	if err == nil || job.Try < announceTries && ctx.Err() == nil {
		return err
	}
	w.Log.Warn("the end of a run could not be told", "run", job.Key, "by", job.Kind, "error", err)
	return ctx.Err()
}
