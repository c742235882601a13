-- +goose Up
ALTER TABLE venues ADD COLUMN letter TEXT NOT NULL DEFAULT ''; -- template of the letters to authors

-- +goose Down
ALTER TABLE venues DROP COLUMN letter;
