package openreview

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source/service"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

const (
	loginPage = "https://api2.openreview.net/login"
	// tokenLife is how long a token is used that a password got; those of the
	// service live for a day.
	tokenLife = 6 * time.Hour
)

// Login is who asks: a token, or a user with a password, for which the service gives
// one. The zero value is nobody.
type Login struct{ Token, User, Password string }

// Given reports a login that can be used.
func (l Login) Given() bool { return l.Token != "" || l.User != "" && l.Password != "" }

type asker struct {
	client *transport.Client
	login  Login

	mu    sync.Mutex
	token string
	until time.Time
}

// header gives the header with the token, which it gets first when there is none
// yet. Form: https://docs.openreview.net/getting-started/using-the-api
func (a *asker) header(ctx context.Context) (http.Header, error) {
	if a.login.Token != "" {
		return service.Bearer(a.login.Token), nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.token != "" && time.Now().Before(a.until) {
		return service.Bearer(a.token), nil
	}
	body, err := json.Marshal(map[string]string{"id": a.login.User, "password": a.login.Password})
	if err != nil {
		return nil, err
	}
	token := ""
	_, err = a.client.Do(ctx, &transport.Request{Service: "openreview", Method: http.MethodPost, URL: loginPage, ContentType: "application/json", Body: body,
		Accept: "application/json", Types: service.JSONTypes, Transient: true, Read: func(r *transport.Response) (bool, error) {
			v, err := jsonscan.Parse(r.Body)
			if token = v.Get("token").Text(); err == nil && token == "" {
				err = errors.New("the login gave no token")
			}
			return false, err
		}})
	if err != nil {
		return nil, err
	}
	a.token, a.until = token, time.Now().Add(tokenLife)
	return service.Bearer(a.token), nil
}
