-- +goose Up
CREATE TABLE venue_triage_of_fields (
	venue    TEXT NOT NULL REFERENCES venues (name) ON DELETE CASCADE,
	paper    TEXT NOT NULL,
	entry    TEXT NOT NULL,   -- what the finding is about: the same in every version of the paper
	person   TEXT NOT NULL,
	field    TEXT NOT NULL,   -- '' for the whole finding
	decision TEXT NOT NULL,   -- confirm, dismiss, unsure or dispute
	note     TEXT NOT NULL,
	about    TEXT NOT NULL,   -- what the finding said then
	at       BIGINT NOT NULL,
	version  BIGINT NOT NULL, -- grows with every change
	present  BIGINT NOT NULL, -- 1, or 0 when the newest version of the paper has no such entry
	PRIMARY KEY (venue, paper, entry, person, field)
);
INSERT INTO venue_triage_of_fields (venue, paper, entry, person, field, decision, note, about, at, version, present)
	SELECT venue, paper, entry, person, '', decision, note, about, at, version, present FROM venue_triage;
DROP TABLE venue_triage;
ALTER TABLE venue_triage_of_fields RENAME TO venue_triage;

-- +goose Down
CREATE TABLE venue_triage_of_findings (
	venue    TEXT NOT NULL REFERENCES venues (name) ON DELETE CASCADE,
	paper    TEXT NOT NULL,
	entry    TEXT NOT NULL,
	person   TEXT NOT NULL,
	decision TEXT NOT NULL,
	note     TEXT NOT NULL,
	about    TEXT NOT NULL,
	at       BIGINT NOT NULL,
	version  BIGINT NOT NULL,
	present  BIGINT NOT NULL,
	PRIMARY KEY (venue, paper, entry, person)
);
INSERT INTO venue_triage_of_findings (venue, paper, entry, person, decision, note, about, at, version, present)
	SELECT venue, paper, entry, person, decision, note, about, at, version, present FROM venue_triage WHERE field = '';
DROP TABLE venue_triage;
ALTER TABLE venue_triage_of_findings RENAME TO venue_triage;
