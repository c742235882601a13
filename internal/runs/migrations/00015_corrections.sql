-- +goose Up
-- What fix makes of the files of runs: as a whole ('') and the last of what people wished.
CREATE TABLE corrections (
	run  TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
	file TEXT NOT NULL,
	wish TEXT NOT NULL, -- digest of what was wished and decided, '' for all corrections
	body TEXT NOT NULL, -- gob in base64
	at   BIGINT NOT NULL,
	PRIMARY KEY (run, file, wish)
);

-- +goose Down
DROP TABLE corrections;
