-- +goose Up
CREATE TABLE shared_service (
	name      TEXT PRIMARY KEY, -- of the service and of who asks it
	turn      TIMESTAMPTZ NOT NULL DEFAULT 'epoch', -- when all turns that were given are over at an even pace
	every     DOUBLE PRECISION NOT NULL DEFAULT 0,  -- seconds between turns that the service stated
	slow      TIMESTAMPTZ NOT NULL DEFAULT 'epoch', -- every counts until then
	resume    TIMESTAMPTZ NOT NULL DEFAULT 'epoch', -- no turn comes before
	remaining BIGINT NOT NULL DEFAULT 0,            -- of the daily budget
	renewed   TIMESTAMPTZ NOT NULL DEFAULT 'epoch', -- remaining counts until then
	answered  TIMESTAMPTZ NOT NULL DEFAULT 'epoch', -- a while ago at most, if it answers
	failures  INTEGER NOT NULL DEFAULT 0,           -- in a row
	opened    INTEGER NOT NULL DEFAULT 0,           -- how often in a row failures stopped it
	stopped   TIMESTAMPTZ NOT NULL DEFAULT 'epoch', -- it is left alone until then
	kind      TEXT NOT NULL DEFAULT '',             -- of the failure that stopped it
	detail    TEXT NOT NULL DEFAULT '',
	unsent    BOOLEAN NOT NULL DEFAULT FALSE
) WITH (fillfactor = 50);

CREATE TABLE shared_connection (
	service TEXT NOT NULL,
	number  INTEGER NOT NULL,        -- from 1
	holder  TEXT NOT NULL DEFAULT '', -- the process that uses it, '' for none
	ticket  BIGINT NOT NULL DEFAULT 0,
	until   TIMESTAMPTZ NOT NULL DEFAULT 'epoch', -- when it is free though nobody gave it back
	PRIMARY KEY (service, number)
) WITH (fillfactor = 50);
CREATE INDEX shared_connection_holder ON shared_connection (holder, ticket);

CREATE TABLE shared_answer (
	key    BYTEA PRIMARY KEY, -- digest of the question
	stored TIMESTAMPTZ NOT NULL,
	data   BYTEA NOT NULL
);
ALTER TABLE shared_answer ALTER data SET STORAGE EXTERNAL; -- it is packed already
CREATE INDEX shared_answer_stored ON shared_answer (stored);

CREATE TABLE shared_asking (
	key    BYTEA PRIMARY KEY, -- digest of the question
	holder TEXT NOT NULL,     -- the process that asks it, '' for none
	ticket BIGINT NOT NULL,
	until  TIMESTAMPTZ NOT NULL,            -- when it is free though nobody gave it back
	kind   TEXT NOT NULL DEFAULT '',        -- of the failure that it ended with
	detail TEXT NOT NULL DEFAULT '',
	told   TIMESTAMPTZ NOT NULL DEFAULT 'epoch' -- that failure counts until then
);
CREATE INDEX shared_asking_holder ON shared_asking (holder, ticket);

CREATE TABLE shared_chore (
	name TEXT PRIMARY KEY,
	done TIMESTAMPTZ NOT NULL
);
