-- +goose Up
ALTER TABLE runs ADD COLUMN since TEXT NOT NULL DEFAULT ''; -- what is new since the run of the same file before it, in words

-- +goose Down
ALTER TABLE runs DROP COLUMN since;
