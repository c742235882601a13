package runs

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// The parameters of argon2id for new passwords, the first ones in OWASP's cheat sheet on storing passwords: two
// passes over 19 MiB.
const (
	argonTime   = 2
	argonMemory = 19 << 10 // KiB
	argonLanes  = 1
	argonSalt   = 16 // bytes
	argonKey    = 32 // bytes
)

// ErrPassword means that the name or the password is wrong.
var ErrPassword = errors.New("name or password is wrong")

const passwordLeast = 10

// personName matches the names allowed for accounts, which occur in addresses and logs.
var personName = lazy.Regexp(`^[a-zA-Z0-9][a-zA-Z0-9._@-]{0,63}$`)

// AddPerson creates an account, or changes the password of one, which ends its sessions.
func (s *Store) AddPerson(ctx context.Context, name, password string) error {
	if !personName.MatchString(name) {
		return errors.New(
			"a name has at most 64 letters, digits, dots, dashes, underscores and @, and begins with a letter or digit")
	}
	if len(password) < passwordLeast {
		return fmt.Errorf("a password has at least %d characters", passwordLeast)
	}
	salt := make([]byte, argonSalt)
	_, _ = rand.Read(salt) // never fails
	secret := secretOf(salt, argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonLanes, argonKey))
	return s.within(ctx, func(tx *sql.Tx) error {
		return cmp.Or(exec(ctx, tx, "DELETE FROM passes WHERE person = $1 AND kind = $2", name, session),
			exec(ctx, tx, "INSERT INTO people (name, secret, created) VALUES ($1, $2, $3) "+
				"ON CONFLICT (name) DO UPDATE SET secret = excluded.secret", name, secret, now()))
	})
}

// RemovePerson removes an account with all its runs. Venues stay, and so do the person's reviews in them.
func (s *Store) RemovePerson(ctx context.Context, name string) error {
	err := s.within(ctx, func(tx *sql.Tx) error {
		return cmp.Or(
			// Runs in the bin go as well, so that the next account of this name cannot restore them.
			exec(ctx, tx, "DELETE FROM runs WHERE owner IN ($1, $2)", name, binOwner(name)),
			exec(ctx, tx, "DELETE FROM defaults WHERE owner = $1", name),
			exec(ctx, tx, "DELETE FROM venue_members WHERE person = $1", name),
			exec(ctx, tx, "DELETE FROM venue_chairs WHERE person = $1", name),
			change(ctx, tx, ErrNone, "DELETE FROM people WHERE name = $1", name))
	})
	if err != nil {
		return err
	}
	return s.Sweep(ctx)
}

// People lists the names of all accounts.
func (s *Store) People(ctx context.Context) ([]string, error) {
	return database.All(ctx, s.db, database.Value[string], "SELECT name FROM people ORDER BY name")
}

// nobody is checked if an account does not exist, so that a wrong name takes as long as a wrong password.
var nobody = secretOf(make([]byte, argonSalt), make([]byte, argonKey))

// secretOf returns the stored form of a password, with the parameters of new ones.
func secretOf(salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonLanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

// Password checks the password of an account, or returns ErrPassword. It takes 19 MiB and some milliseconds.
func (s *Store) Password(ctx context.Context, name, password string) error {
	secret := nobody
	err := s.db.QueryRowContext(ctx, "SELECT secret FROM people WHERE name = $1", name).Scan(&secret)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if !opens(secret, password) || err != nil {
		return ErrPassword
	}
	return nil
}

func opens(secret, password string) bool {
	parts := strings.Split(secret, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false
	}
	var memory, passes uint32
	var lanes uint8
	_, bad := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes)
	salt, badSalt := base64.RawStdEncoding.DecodeString(parts[4])
	key, badKey := base64.RawStdEncoding.DecodeString(parts[5])
	if cmp.Or(bad, badSalt, badKey) != nil || len(key) == 0 {
		return false
	}
	return subtle.ConstantTimeCompare(key,
		argon2.IDKey([]byte(password), salt, passes, memory, lanes, uint32(len(key)))) == 1
}

// The kinds of passes.
const (
	session = "session"
	token   = "token"
)

func digested(pass string) string {
	sum := sha256.Sum256([]byte(pass))
	return hex.EncodeToString(sum[:])
}

// NewSession creates a browser session that lasts for a while. The pass itself is not stored.
func (s *Store) NewSession(ctx context.Context, person string, lasts time.Duration) (pass string, err error) {
	return s.newPass(ctx, person, session, "", lasts)
}

// Scope is what an API token allows.
type Scope string

// The scopes; each allows what the ones before it do.
const (
	Reads   Scope = "read"
	Runs    Scope = "run"    // starts, names, cancels and deletes runs
	Decides Scope = "decide" // whatever its account may
)

// Scopes lists every scope.
var Scopes = []Scope{Reads, Runs, Decides}

// NewToken creates an API token that lasts for a while; label names it. The pass itself is not stored.
func (s *Store) NewToken(ctx context.Context, person, label string, scope Scope,
	lasts time.Duration) (pass string, err error) {
	if !slices.Contains(Scopes, scope) {
		return "", fmt.Errorf("no scope of tokens is called %q: use read, run or decide", scope)
	}
	return s.newPass(ctx, person, token+" "+string(scope), label, lasts)
}

func (s *Store) newPass(ctx context.Context, person, kind, label string, lasts time.Duration) (string, error) {
	var there string
	if err := one(s.db.QueryRowContext(ctx, "SELECT name FROM people WHERE name = $1", person).Scan(&there)); err != nil {
		return "", err
	}
	pass := rand.Text()
	return pass, exec(ctx, s.db,
		"INSERT INTO passes (digest, person, kind, label, created, expires) VALUES ($1, $2, $3, $4, $5, $6)",
		digested(pass), person, kind, label, now(), now()+lasts.Milliseconds())
}

// Session returns the account of a session; ErrNone if there is none.
func (s *Store) Session(ctx context.Context, pass string) (person string, err error) {
	person, _, err = s.holder(ctx, pass, session)
	return person, err
}

// Token returns the account of an API token and what the token allows; ErrNone if there is none.
func (s *Store) Token(ctx context.Context, pass string) (person string, scope Scope, err error) {
	person, kind, err := s.holder(ctx, pass, token)
	return person, scopeOf(kind), err
}

// scopeOf returns the scope in the kind of a pass; tokens from before there were scopes have none, and all rights.
func scopeOf(kind string) Scope {
	return Scope(cmp.Or(strings.TrimPrefix(strings.TrimPrefix(kind, token), " "), string(Decides)))
}

func (s *Store) holder(ctx context.Context, pass, kind string) (person, of string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT person, kind FROM passes WHERE digest = $1 AND kind LIKE $2 AND expires > $3",
		digested(pass), kind+"%", now()).Scan(&person, &of)
	return person, of, one(err)
}

// EndSession ends a session.
func (s *Store) EndSession(ctx context.Context, pass string) error {
	return exec(ctx, s.db, "DELETE FROM passes WHERE digest = $1 AND kind = $2", digested(pass), session)
}

// Share creates a pass with which anyone can read a run for a while.
func (s *Store) Share(ctx context.Context, owner, run string, lasts time.Duration) (pass string, err error) {
	pass = strings.ToLower(rand.Text())
	return pass, change(ctx, s.db, ErrNone, "INSERT INTO shares (digest, run, created, expires) "+
		"SELECT $1, id, CAST($2 AS BIGINT), CAST($3 AS BIGINT) FROM runs WHERE id = $4 AND owner = $5",
		digested(pass), now(), now()+lasts.Milliseconds(), run, owner)
}

// Shared returns the run that a share makes readable; ErrNone if there is none.
func (s *Store) Shared(ctx context.Context, pass string) (Record, error) {
	return scan[Record](s.db.QueryRowContext(ctx, "SELECT "+recordColumns+" FROM runs WHERE deleted = 0 AND "+
		"id = (SELECT run FROM shares WHERE digest = $1 AND expires > $2)", digested(pass), now()))
}

// Unshare ends all shares of a run of an owner.
func (s *Store) Unshare(ctx context.Context, owner, run string) error {
	if _, err := s.Get(ctx, owner, run); err != nil {
		return err
	}
	return exec(ctx, s.db, "DELETE FROM shares WHERE run = $1", run)
}

// Shares counts the shares of a run that have not expired.
func (s *Store) Shares(ctx context.Context, run string) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM shares WHERE run = $1 AND expires > $2", run, now()).Scan(&n)
	return n, err
}

func (s *Store) forget(ctx context.Context) error {
	return cmp.Or(exec(ctx, s.db, "DELETE FROM passes WHERE expires < $1", now()),
		exec(ctx, s.db, "DELETE FROM shares WHERE expires < $1", now()),
		exec(ctx, s.db, "DELETE FROM pages_read WHERE day < $1", today()))
}

// Defaults returns the default options of an owner's new runs.
func (s *Store) Defaults(ctx context.Context, owner string) (opt Options, err error) {
	opt, err = decoded[Options](s.db.QueryRowContext(ctx, "SELECT options FROM defaults WHERE owner = $1", owner))
	if errors.Is(err, sql.ErrNoRows) {
		return opt, nil
	}
	return opt, err
}

// SetDefaults stores the default options of an owner's new runs.
func (s *Store) SetDefaults(ctx context.Context, owner string, opt Options) error {
	text, err := json.Marshal(opt)
	if err != nil {
		return err
	}
	return exec(ctx, s.db, "INSERT INTO defaults (owner, options) VALUES ($1, $2) "+
		"ON CONFLICT (owner) DO UPDATE SET options = excluded.options", owner, string(text))
}

// Token describes an API token of an account; the pass itself is not stored.
type Token struct {
	Digest  string    `db:"digest"` // identifies it
	Label   string    `db:"label"`
	Kind    string    `db:"kind"`
	Created time.Time `db:"created"`
	Expires time.Time `db:"expires"`
}

// Scope returns what the token allows.
func (t *Token) Scope() Scope { return scopeOf(t.Kind) }

// Tokens lists the tokens of a person, newest first.
func (s *Store) Tokens(ctx context.Context, person string) ([]Token, error) {
	return database.All(ctx, s.db, scan[Token], "SELECT "+database.Columns[Token]()+" FROM passes "+
		"WHERE person = $1 AND kind LIKE $2 AND expires > $3 ORDER BY created DESC, digest", person, token+"%", now())
}

// EndToken ends a token of a person; ErrNone if there is none.
func (s *Store) EndToken(ctx context.Context, person, digest string) error {
	return change(ctx, s.db, ErrNone, "DELETE FROM passes WHERE person = $1 AND kind LIKE $2 AND digest = $3", person,
		token+"%", digest)
}
