-- +goose Up
ALTER TABLE report_rows ADD COLUMN was TEXT NOT NULL DEFAULT '';   -- outcome and codes that another version of the program gave it
ALTER TABLE report_rows ADD COLUMN since TEXT NOT NULL DEFAULT ''; -- that version
CREATE INDEX report_rows_since ON report_rows (run) WHERE since <> '';

-- +goose Down
DROP INDEX report_rows_since;
ALTER TABLE report_rows DROP COLUMN since;
ALTER TABLE report_rows DROP COLUMN was;
