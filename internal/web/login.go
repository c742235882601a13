package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// sessionCookie holds the session token of a browser. Its prefix makes browsers accept it from this host only,
// and send it only by TLS or on this machine.
const sessionCookie = "__Host-bonafide"

const sessionLasts = 14 * 24 * time.Hour

type personKey struct{}

// owner returns the account whose runs a request can see: "" on a server without accounts.
func owner(ctx context.Context) string {
	name, _ := ctx.Value(personKey{}).(string)
	return name
}

// open reports whether a path needs no login.
func open(path string) bool {
	return path == "/login" || path == "/healthz" || path == "/readyz" || strings.HasPrefix(path, "/assets/") ||
		strings.HasPrefix(path, "/shared/")
}

// identified admits requests with a valid session or token, and stores the account in the context.
func (s *server) identified(next http.Handler) http.Handler {
	if !s.opt.Accounts {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, scope, err := s.person(r)
		switch {
		case err == nil && !allows(scope, r):
			s.problems(func(http.ResponseWriter, *http.Request) error {
				return refused(http.StatusForbidden, "this token allows %q only", scope)
			})(w, r)
		case err == nil:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), personKey{}, name)))
		case !errors.Is(err, runs.ErrNone):
			s.page(func(http.ResponseWriter, *http.Request) error { return err })(w, r)
		case open(r.URL.Path):
			next.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/api/"), r.URL.Path == "/metrics":
			w.Header().Set("WWW-Authenticate", `Bearer realm="bonafide"`)
			s.problems(func(http.ResponseWriter, *http.Request) error {
				return refused(http.StatusUnauthorized, "send a token: Authorization: Bearer …")
			})(w, r)
		case r.Method == http.MethodGet:
			http.Redirect(w, r, "/login?to="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
		default:
			s.page(func(http.ResponseWriter, *http.Request) error {
				return refused(http.StatusUnauthorized, "Log in first.")
			})(w, r)
		}
	})
}

// person returns the account of a request and what it may do; runs.ErrNone without a valid session or token.
func (s *server) person(r *http.Request) (string, runs.Scope, error) {
	if pass, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s.store.Token(r.Context(), pass)
	}
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return "", "", runs.ErrNone
	}
	name, err := s.store.Session(r.Context(), cookie.Value)
	return name, runs.Decides, err
}

// running are the endings of the addresses at which a token that runs may change something: no decision, no role, no
// link for others.
var running = lazy.Regexp(`^/api/v1/(?:references:check|runs(?:/[^/]+(?:/(?:title|restore|cancel))?)?)$`)

// allows reports whether a scope covers a request.
func allows(scope runs.Scope, r *http.Request) bool {
	return scope == runs.Decides || r.Method == http.MethodGet || r.Method == http.MethodHead ||
		scope == runs.Runs && running.MatchString(r.URL.Path)
}

// attempts limits how often passwords are tried: for a name from one address; for a name from all addresses from which
// it never logged in, so that an attacker with many addresses does not lock its owner out; and at the same time, since
// each attempt takes memory.
type attempts struct {
	mu                sync.Mutex
	places, strangers map[string]*rate.Limiter // by address and name, and by name
	owners            map[string]bool          // addresses and names that have logged in
	turn              chan struct{}
}

// The limits of attempts, and how many names and addresses are remembered.
const (
	attemptsAtOnce = 5
	attemptEvery   = 10 * time.Second
	strangeAtOnce  = 50
	strangeEvery   = time.Minute
	attemptsAside  = 2
	attemptNames   = 10_000
)

func newAttempts() *attempts {
	return &attempts{places: map[string]*rate.Limiter{}, strangers: map[string]*rate.Limiter{}, owners: map[string]bool{},
		turn: make(chan struct{}, attemptsAside)}
}

// allow reports whether a name may be tried from an address now.
func (a *attempts) allow(address, name string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	place := address + " " + name
	return among(a.places, place, attemptEvery, attemptsAtOnce) &&
		(a.owners[place] || among(a.strangers, name, strangeEvery, strangeAtOnce))
}

// among takes one of the attempts at something.
func among(limits map[string]*rate.Limiter, at string, every time.Duration, once int) bool {
	if len(limits) >= attemptNames {
		clear(limits)
	}
	if limits[at] == nil {
		limits[at] = rate.NewLimiter(rate.Every(every), once)
	}
	return limits[at].Allow()
}

// loggedIn remembers where a name has logged in.
func (a *attempts) loggedIn(address, name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.owners) >= attemptNames {
		clear(a.owners)
	}
	a.owners[address+" "+name] = true
}

// address returns the network address of a request, for IPv6 the block of 64 bits that one customer has; behind
// a proxy that the operator has declared, the address that the proxy reports.
func address(r *http.Request, proxied bool) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if proxied && (ip.IsLoopback() || ip.IsPrivate()) {
		list := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		if told, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			ip = told
		}
	}
	if ip = ip.Unmap(); ip.Is6() {
		block, _ := ip.WithZone("").Prefix(64)
		return block.String()
	}
	return ip.String()
}

func (s *server) loginPage(w http.ResponseWriter, r *http.Request) error {
	return showLogin(w, r.FormValue("to"), "", "")
}

// showLogin shows the login form with the user's input, and why it was refused.
func showLogin(w http.ResponseWriter, to, name, refusal string) error {
	return show(w, "login",
		map[string]any{"Title": "Log in", "To": local(to), "Name": strings.ToValidUTF8(name, "\uFFFD"), "Refusal": refusal})
}

// local returns an address on this server, never one on another.
func local(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") ||
		strings.ContainsAny(to, "\\\r\n") {
		return "/"
	}
	return u.RequestURI()
}

func (s *server) login(w http.ResponseWriter, r *http.Request) error {
	name := r.PostForm.Get("name")
	if err := s.checkPassword(r, name, r.PostForm.Get("password")); err != nil {
		return s.retry(w, r, err, func(text string) error { return showLogin(w, r.PostForm.Get("to"), name, text) })
	}
	return s.startSession(w, r, name, local(r.PostForm.Get("to")))
}

// checkPassword checks a password against that of an account, within the limits on attempts.
func (s *server) checkPassword(r *http.Request, name, password string) error {
	from := address(r, s.opt.Proxied)
	if !s.attempts.allow(from, name) {
		return refused(http.StatusTooManyRequests, "Too many attempts: wait a minute.")
	}
	select {
	case s.attempts.turn <- struct{}{}:
		defer func() { <-s.attempts.turn }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	err := s.store.Password(r.Context(), name, password)
	if errors.Is(err, runs.ErrPassword) {
		return refused(http.StatusUnauthorized, "Name or password is wrong.")
	}
	if err == nil {
		s.attempts.loggedIn(from, name)
	}
	return err
}

// startSession starts a session of an account and redirects to a page.
func (s *server) startSession(w http.ResponseWriter, r *http.Request, name, to string) error {
	pass, err := s.store.NewSession(r.Context(), name, sessionLasts)
	if err != nil {
		return err
	}
	http.SetCookie(w,
		&http.Cookie{Name: sessionCookie, Value: pass, Path: "/", MaxAge: int(sessionLasts.Seconds()), Secure: true,
			HttpOnly: true, SameSite: http.SameSiteLaxMode})
	return seeOther(w, r, to)
}

func (s *server) logout(w http.ResponseWriter, r *http.Request) error {
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		if err := s.store.EndSession(r.Context(), cookie.Value); err != nil {
			return err
		}
	}
	http.SetCookie(w,
		&http.Cookie{Name: sessionCookie, Path: "/", MaxAge: -1, Secure: true, HttpOnly: true,
			SameSite: http.SameSiteLaxMode})
	return seeOther(w, r, "/")
}

const shareLasts = 30 * 24 * time.Hour

// share creates a link with which anyone can read a run, and shows it once.
func (s *server) share(w http.ResponseWriter, r *http.Request, record *runs.Record) error {
	pass, err := s.store.Share(r.Context(), owner(r.Context()), record.ID, shareLasts)
	if err != nil {
		return err
	}
	return show(w, "share",
		map[string]any{"Title": "A link to " + record.Name(), "Run": record, "Path": "/shared/" + pass,
			"Days": int(shareLasts.Hours() / 24), "Person": owner(r.Context())})
}

// sharedReport serves the report of a run to anyone with its link: the page that --format html writes.
func (s *server) sharedReport(w http.ResponseWriter, r *http.Request) error {
	record, err := s.store.Shared(r.Context(), r.PathValue("pass"))
	if err != nil {
		return err
	}
	if record.State != runs.Done {
		return refused(http.StatusConflict, "the run is %s: try again later", record.State)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Del("Content-Security-Policy") // the report has its own, stricter one
	w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
	return s.store.Render(r.Context(), &record, "html", w)
}

// tokenDays are the lives of tokens that a person may choose.
var tokenDays = []string{"30", "90", "365"}

const labelMax = 100

// showSettings shows the page, with a new token, or why a form was refused.
func (s *server) showSettings(w http.ResponseWriter, r *http.Request, made, refusal string) error {
	person := owner(r.Context())
	defaults, err := s.store.Defaults(r.Context(), person)
	if err != nil {
		return err
	}
	tokens, err := s.store.Tokens(r.Context(), person)
	if err != nil {
		return err
	}
	return show(w, "settings", map[string]any{
		"Title": "Settings", "Choices": s.opt.Offers.Choices(&defaults), "Tokens": tokens, "Made": made,
		"Refusal": refusal, "Label": r.PostForm.Get("label"), "TokenDays": tokenDays, "Scopes": runs.Scopes, "Person": person,
	})
}

func (s *server) keepDefaults(w http.ResponseWriter, r *http.Request) error {
	g, err := s.fields(w, r, &given{})
	if err != nil {
		return err
	}
	if err := s.allowed(&g.options); err != nil {
		return err
	}
	return then(w, r, "/settings", s.store.SetDefaults(r.Context(), owner(r.Context()), g.options))
}

const smallForm = 4 * fieldMax

// formMost are the sizes of the forms that are not small; 0 for those in parts, which are stored as they arrive.
var formMost = map[string]int64{
	"POST /runs": 0, "POST /settings": 0, "POST /venues/{venue}/fill": 0,
	"POST /runs/{run}/review":                    2*reasonMax + fieldMax,
	"POST /venues/{venue}/assigned":              assignedMost * 100,
	"POST /venues/{venue}/works":                 assignedMost * 100,
	"POST /venues/{venue}/letters":               letterMost,
	"POST /venues/{venue}/papers/{paper}/letter": letterMost,
}

// withForm reads the form of a request of limited size.
func withForm(most int64, do handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		r.Body = http.MaxBytesReader(w, r.Body, most)
		if err := r.ParseForm(); err != nil {
			return broken(err)
		}
		return do(w, r)
	}
}

// posted returns a value of the form that a request posts.
func posted(r *http.Request, name string) string {
	return strings.ToValidUTF8(r.PostForm.Get(name), "\uFFFD")
}

// newPassword changes the user's password, and ends the other sessions.
func (s *server) newPassword(w http.ResponseWriter, r *http.Request) error {
	name := owner(r.Context())
	again := func(text string) error { return s.showSettings(w, r, "", text) }
	if err := s.checkPassword(r, name, posted(r, "old")); err != nil {
		return s.retry(w, r, err, again)
	}
	if err := s.store.AddPerson(r.Context(), name, posted(r, "new")); err != nil {
		return s.retry(w, r, refused(http.StatusUnprocessableEntity, "%v", err), again)
	}
	return s.startSession(w, r, name, "/settings")
}

func (s *server) newToken(w http.ResponseWriter, r *http.Request) error {
	label := strings.TrimSpace(posted(r, "label"))
	if label == "" || len(label) > labelMax {
		err := refused(http.StatusUnprocessableEntity, "Say in at most %d letters what the token is for.", labelMax)
		return s.retry(w, r, err, func(text string) error { return s.showSettings(w, r, "", text) })
	}
	days, _ := strconv.Atoi(posted(r, "days"))
	if !slices.Contains(tokenDays, posted(r, "days")) || !slices.Contains(runs.Scopes, runs.Scope(posted(r, "scope"))) {
		return refused(http.StatusUnprocessableEntity, "Choose what the token allows, and for how long.")
	}
	pass, err := s.store.NewToken(r.Context(), owner(r.Context()), strings.ReplaceAll(label, "\x00", ""),
		runs.Scope(posted(r, "scope")), time.Duration(days)*24*time.Hour)
	if err != nil {
		return err
	}
	return s.showSettings(w, r, pass, "")
}

func (s *server) endToken(w http.ResponseWriter, r *http.Request) error {
	err := s.store.EndToken(r.Context(), owner(r.Context()), posted(r, "token"))
	if err != nil && !errors.Is(err, runs.ErrNone) {
		return err
	}
	return seeOther(w, r, "/settings")
}
