-- +goose Up
-- What the papers of a venue cite, each claim once, as long as services are to be asked.
CREATE TABLE venue_references (
	venue  TEXT NOT NULL REFERENCES venues (name) ON DELETE CASCADE,
	digest TEXT NOT NULL,   -- of all that is claimed
	body   TEXT NOT NULL,   -- the reference as JSON; '' when it has been asked
	asked  BIGINT NOT NULL, -- 1, or 0 until services were asked
	PRIMARY KEY (venue, digest)
);
CREATE INDEX venue_references_asked ON venue_references (venue, asked, digest);

-- +goose Down
DROP TABLE venue_references;
