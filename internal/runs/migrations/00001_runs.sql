-- One schema for SQLite and PostgreSQL: texts and whole numbers only. Times are
-- milliseconds since 1970; documents are JSON.

-- +goose Up
CREATE TABLE uploads (
	digest  TEXT PRIMARY KEY, -- SHA-256 of the content, in hexadecimal; names its file
	size    BIGINT NOT NULL,
	created BIGINT NOT NULL
);

CREATE TABLE runs (
	id         TEXT PRIMARY KEY, -- random
	owner      TEXT NOT NULL,    -- '' where nobody has to say who he is
	once       TEXT,             -- idempotency key of the request that made it
	state      TEXT NOT NULL,    -- queued, running, done, failed or cancelled
	options    TEXT NOT NULL,
	inputs     TEXT NOT NULL,
	error      TEXT NOT NULL DEFAULT '',
	head       TEXT NOT NULL DEFAULT '', -- first row of the report
	summary    TEXT NOT NULL DEFAULT '', -- last row of the report
	announced  BIGINT NOT NULL DEFAULT 0, -- references that were read
	settled    BIGINT NOT NULL DEFAULT 0, -- of which nothing is asked any more
	created    BIGINT NOT NULL,
	started    BIGINT NOT NULL DEFAULT 0,
	ended      BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX runs_once ON runs (owner, once);
CREATE INDEX runs_state ON runs (state, created);
CREATE INDEX runs_owner ON runs (owner, created);

CREATE TABLE run_uploads (
	run    TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	digest TEXT NOT NULL REFERENCES uploads (digest),
	PRIMARY KEY (run, digest)
);
CREATE INDEX run_uploads_digest ON run_uploads (digest);

CREATE TABLE report_rows (
	run      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	id       TEXT NOT NULL,   -- of a finding; of a problem its number behind '!'
	number   BIGINT NOT NULL, -- grows with every change of a row of the run
	position BIGINT,          -- in the order of the input; NULL until it is known
	finding  BIGINT NOT NULL, -- 1, or 0 for a problem
	file     TEXT NOT NULL,
	outcome  TEXT NOT NULL,
	gravity  TEXT NOT NULL,
	grave    BIGINT NOT NULL, -- the more, the graver
	codes    TEXT NOT NULL,   -- ' H1 H3 '
	words    TEXT NOT NULL,   -- what a search looks through, in small letters
	body     TEXT NOT NULL,   -- the row as JSON Lines have it
	PRIMARY KEY (run, id)
);
CREATE INDEX report_rows_number ON report_rows (run, number);
CREATE INDEX report_rows_position ON report_rows (run, position);

CREATE TABLE reviews (
	run      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	finding  TEXT NOT NULL,
	decision TEXT NOT NULL, -- accept, reject or dispute
	reason   TEXT NOT NULL,
	author   TEXT NOT NULL,
	at       BIGINT NOT NULL,
	PRIMARY KEY (run, finding)
);

-- +goose Down
DROP TABLE reviews;
DROP TABLE report_rows;
DROP TABLE run_uploads;
DROP TABLE runs;
DROP TABLE uploads;
