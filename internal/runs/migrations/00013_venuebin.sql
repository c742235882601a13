-- +goose Up
ALTER TABLE venues ADD COLUMN deleted BIGINT NOT NULL DEFAULT 0; -- when it was removed; that can still be undone

-- +goose Down
DELETE FROM venues WHERE deleted > 0;
ALTER TABLE venues DROP COLUMN deleted;
