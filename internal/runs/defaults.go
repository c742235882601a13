package runs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
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
	rows, err := s.db.QueryContext(ctx, "SELECT digest, label, created, expires FROM passes WHERE person = $1 AND kind = $2 AND expires > $3 ORDER BY created DESC, digest", person, token, now())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Token
	for rows.Next() {
		var one Token
		var created, expires int64
		if err := rows.Scan(&one.Digest, &one.Label, &created, &expires); err != nil {
			return nil, err
		}
		one.Created, one.Expires = at(created), at(expires)
		list = append(list, one)
	}
	return list, rows.Err()
}

// EndToken ends a token of a person; ErrNone when there is none.
func (s *Store) EndToken(ctx context.Context, person, digest string) error {
	return one(s.db.QueryRowContext(ctx, "DELETE FROM passes WHERE person = $1 AND kind = $2 AND digest = $3 RETURNING digest", person, token, digest).Scan(&digest))
}
