-- +goose Up
CREATE TABLE venues (
	name    TEXT PRIMARY KEY, -- stands in addresses
	owner   TEXT NOT NULL,    -- who made it; '' where nobody has to say who he is
	options TEXT NOT NULL,    -- JSON of the options of its papers
	phase   TEXT NOT NULL,    -- submitting, offline, asking, settling, done, failed or cancelled
	error   TEXT NOT NULL DEFAULT '',
	created BIGINT NOT NULL,
	ended   BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE venue_members (
	venue  TEXT NOT NULL REFERENCES venues (name) ON DELETE CASCADE,
	person TEXT NOT NULL,
	role   TEXT NOT NULL, -- chair, area or reader
	PRIMARY KEY (venue, person)
);
CREATE INDEX venue_members_person ON venue_members (person);

CREATE TABLE venue_papers (
	venue        TEXT NOT NULL REFERENCES venues (name) ON DELETE CASCADE,
	paper        TEXT NOT NULL,   -- stands in addresses
	version      BIGINT NOT NULL, -- from 1
	newest       BIGINT NOT NULL, -- 1, or 0 for a version that another has replaced
	title        TEXT NOT NULL,   -- '' when it was not given
	authors      TEXT NOT NULL,   -- '' unless they were given
	digest       TEXT NOT NULL,   -- of its files
	run          TEXT NOT NULL,   -- that has its rows
	state        TEXT NOT NULL,   -- waiting, checking, offline, settled, failed or cancelled
	error        TEXT NOT NULL DEFAULT '',
	words        TEXT NOT NULL,   -- what a search looks through, in small letters, at most 1,000 bytes
	refs         BIGINT NOT NULL DEFAULT 0,
	verified     BIGINT NOT NULL DEFAULT 0,
	discrepant   BIGINT NOT NULL DEFAULT 0,
	ambiguous    BIGINT NOT NULL DEFAULT 0,
	not_found    BIGINT NOT NULL DEFAULT 0,
	exempt       BIGINT NOT NULL DEFAULT 0,
	inconclusive BIGINT NOT NULL DEFAULT 0,
	peripheral   BIGINT NOT NULL DEFAULT 0,
	slips        BIGINT NOT NULL DEFAULT 0,
	substantive  BIGINT NOT NULL DEFAULT 0,
	fabricated   BIGINT NOT NULL DEFAULT 0,
	grave        BIGINT NOT NULL DEFAULT 0, -- the more, the graver
	agreed       BIGINT NOT NULL DEFAULT 0, -- findings about which two people or more say the same
	single       BIGINT NOT NULL DEFAULT 0, -- about which one person has said something
	conflicts    BIGINT NOT NULL DEFAULT 0, -- about which people say different things
	decision     TEXT NOT NULL DEFAULT '',  -- clear, write or written
	note         TEXT NOT NULL DEFAULT '',
	decided_by   TEXT NOT NULL DEFAULT '',
	revision     BIGINT NOT NULL DEFAULT 0, -- grows with every decision
	added        BIGINT NOT NULL,
	changed      BIGINT NOT NULL,
	PRIMARY KEY (venue, paper, version)
);
-- Has all that papers are filtered, sorted and counted by: the rows themselves lie far
-- apart, among those of reports.
CREATE INDEX venue_papers_list ON venue_papers (venue, newest, grave DESC, paper, version, words, state, decision, conflicts, agreed, single, changed,
	refs, verified, discrepant, ambiguous, not_found, exempt, inconclusive, peripheral, slips, substantive, fabricated);

CREATE TABLE venue_chairs (
	venue  TEXT NOT NULL REFERENCES venues (name) ON DELETE CASCADE,
	person TEXT NOT NULL,
	paper  TEXT NOT NULL, -- that the person looks after
	PRIMARY KEY (venue, person, paper)
);
CREATE INDEX venue_chairs_paper ON venue_chairs (venue, paper);

CREATE TABLE venue_triage (
	venue    TEXT NOT NULL REFERENCES venues (name) ON DELETE CASCADE,
	paper    TEXT NOT NULL,
	entry    TEXT NOT NULL,   -- what the finding is about: the same in every version of the paper
	person   TEXT NOT NULL,
	decision TEXT NOT NULL,   -- accept, reject or dispute
	note     TEXT NOT NULL,
	about    TEXT NOT NULL,   -- what the finding said then
	at       BIGINT NOT NULL,
	version  BIGINT NOT NULL, -- grows with every change
	present  BIGINT NOT NULL, -- 1, or 0 when the newest version of the paper has no such entry
	PRIMARY KEY (venue, paper, entry, person)
);

CREATE TABLE venue_log (
	id     TEXT PRIMARY KEY, -- the time in nanoseconds, then random
	venue  TEXT NOT NULL REFERENCES venues (name) ON DELETE CASCADE,
	at     BIGINT NOT NULL,
	person TEXT NOT NULL, -- '' where nobody has to say who he is
	act    TEXT NOT NULL,
	paper  TEXT NOT NULL, -- '' for what is about no single one
	what   TEXT NOT NULL
);
CREATE INDEX venue_log_at ON venue_log (venue, at, id);

-- +goose Down
DROP TABLE venue_log;
DROP TABLE venue_triage;
DROP TABLE venue_chairs;
DROP TABLE venue_papers;
DROP TABLE venue_members;
DROP TABLE venues;
