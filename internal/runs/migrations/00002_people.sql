-- +goose Up
CREATE TABLE people (
	name    TEXT PRIMARY KEY,
	secret  TEXT NOT NULL, -- argon2id of the password, with its parameters and salt
	created BIGINT NOT NULL
);

CREATE TABLE passes (
	digest  TEXT PRIMARY KEY, -- SHA-256 of what the person shows, in hexadecimal
	person  TEXT NOT NULL REFERENCES people (name) ON DELETE CASCADE,
	kind    TEXT NOT NULL,    -- session of a browser, or token of a program
	label   TEXT NOT NULL,
	created BIGINT NOT NULL,
	expires BIGINT NOT NULL
);
CREATE INDEX passes_person ON passes (person);

CREATE TABLE shares (
	digest  TEXT PRIMARY KEY, -- SHA-256 of what the address has, in hexadecimal
	run     TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	created BIGINT NOT NULL,
	expires BIGINT NOT NULL
);
CREATE INDEX shares_run ON shares (run);

-- +goose Down
DROP TABLE shares;
DROP TABLE passes;
DROP TABLE people;
