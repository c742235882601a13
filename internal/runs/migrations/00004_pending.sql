-- +goose Up
ALTER TABLE uploads ADD COLUMN pending BIGINT NOT NULL DEFAULT 0; -- times it was saved for a run that is yet to be made

-- +goose Down
ALTER TABLE uploads DROP COLUMN pending;
