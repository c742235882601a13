package runs

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/bonafide-audit/bonafide/internal/jobs"
)

// Webhook is an address of the operator that is told when a run has ended.
type Webhook struct {
	URL    string // "" for none
	Secret string // signs the message
	Client *http.Client
}

// webhookTries is how often a message is sent until the address takes it.
const webhookTries = 5

// ending is the message: nothing in it is from a paper, not even its name.
type ending struct {
	Run        string         `json:"run"`
	State      State          `json:"state"`
	References int            `json:"references"`
	Outcomes   map[string]int `json:"outcomes"`
}

// announce leaves the message on the end of a run to a job.
func (w *Worker) announce(ctx context.Context, run string, state State) error {
	if w.Webhook.URL == "" {
		return nil
	}
	c, err := w.Store.Count(ctx, run)
	if err != nil {
		return err
	}
	message := ending{Run: run, State: state, Outcomes: c.Outcomes}
	for _, n := range c.Outcomes {
		message.References += n
	}
	body, err := json.Marshal(message)
	if err == nil {
		_, err = w.Store.jobs.Add(ctx, jobs.Job{Kind: "webhooks", Key: run, Group: "webhooks", Body: string(body)})
	}
	return err
}

// call sends a message. It is tried again if it may arrive later.
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
		if resp.StatusCode/100 == 2 {
			return nil
		}
		err = fmt.Errorf("HTTP %d", resp.StatusCode)
	}
	if job.Try < webhookTries && ctx.Err() == nil {
		return err
	}
	w.Log.Warn("the webhook did not take the end of a run", "run", job.Key, "error", err)
	return ctx.Err()
}
