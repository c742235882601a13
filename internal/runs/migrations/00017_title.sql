-- +goose Up
ALTER TABLE runs ADD COLUMN title TEXT NOT NULL DEFAULT ''; -- the name that its owner gave it
ALTER TABLE runs ADD COLUMN words TEXT NOT NULL DEFAULT ''; -- title and files, to search
UPDATE runs SET words = lower(inputs);

-- +goose Down
ALTER TABLE runs DROP COLUMN words;
ALTER TABLE runs DROP COLUMN title;
