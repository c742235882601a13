-- +goose Up
ALTER TABLE runs ADD COLUMN deleted BIGINT NOT NULL DEFAULT 0; -- when a person deleted it, who may still undo that

-- +goose Down
DELETE FROM runs WHERE deleted > 0;
ALTER TABLE runs DROP COLUMN deleted;
