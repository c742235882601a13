-- +goose Up
CREATE TABLE reviews_of_fields (
	run      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	finding  TEXT NOT NULL,
	field    TEXT NOT NULL, -- '' for the whole finding
	decision TEXT NOT NULL, -- confirm, dismiss, unsure or dispute
	reason   TEXT NOT NULL,
	author   TEXT NOT NULL,
	at       BIGINT NOT NULL,
	PRIMARY KEY (run, finding, field)
);
INSERT INTO reviews_of_fields (run, finding, field, decision, reason, author, at)
	SELECT run, finding, '', decision, reason, author, at FROM reviews;
DROP TABLE reviews;
ALTER TABLE reviews_of_fields RENAME TO reviews;

-- +goose Down
CREATE TABLE reviews_of_findings (
	run      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	finding  TEXT NOT NULL,
	decision TEXT NOT NULL,
	reason   TEXT NOT NULL,
	author   TEXT NOT NULL,
	at       BIGINT NOT NULL,
	PRIMARY KEY (run, finding)
);
INSERT INTO reviews_of_findings (run, finding, decision, reason, author, at)
	SELECT run, finding, decision, reason, author, at FROM reviews WHERE field = '';
DROP TABLE reviews;
ALTER TABLE reviews_of_findings RENAME TO reviews;
