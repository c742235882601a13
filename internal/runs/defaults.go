package runs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
)

// Defaults gives the options that new runs of an owner begin with.
func (s *Store) Defaults(ctx context.Context, owner string) (opt Options, err error) {
	var text string
	err = s.db.QueryRowContext(ctx, "SELECT options FROM defaults WHERE owner = $1", owner).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return opt, nil
	}
	if err != nil {
		return opt, err
	}
	return opt, json.Unmarshal([]byte(text), &opt)
}

// SetDefaults keeps the options that new runs of an owner begin with.
func (s *Store) SetDefaults(ctx context.Context, owner string, opt Options) error {
	text, err := json.Marshal(opt)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "INSERT INTO defaults (owner, options) VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET options = excluded.options", owner, string(text))
	return err
}

// Token is what is known of a token of a person; what gets in is kept nowhere.
type Token struct {
	Digest           string // names it
	Label            string
	Created, Expires time.Time
}

// Tokens lists the tokens of a person, the newest first.
func (s *Store) Tokens(ctx context.Context, person string) ([]Token, error) {
	return database.All(ctx, s.db, func(row database.Row) (t Token, err error) {
		var created, expires int64
		err = row.Scan(&t.Digest, &t.Label, &created, &expires)
		t.Created, t.Expires = at(created), at(expires)
		return t, err
	}, "SELECT digest, label, created, expires FROM passes WHERE person = $1 AND kind = $2 AND expires > $3 ORDER BY created DESC, digest", person, token, now())
}

// EndToken ends a token of a person; ErrNone when there is none.
func (s *Store) EndToken(ctx context.Context, person, digest string) error {
	return one(s.db.QueryRowContext(ctx, "DELETE FROM passes WHERE person = $1 AND kind = $2 AND digest = $3 RETURNING digest", person, token, digest).Scan(&digest))
}
