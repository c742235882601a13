-- +goose Up
ALTER TABLE report_rows ADD COLUMN topic TEXT NOT NULL DEFAULT ''; -- dismissed, appeared since, or why it is not checked
UPDATE report_rows SET topic = 'dismissed' WHERE EXISTS (SELECT 1 FROM reviews WHERE reviews.run = report_rows.run
	AND reviews.finding = report_rows.id AND reviews.field = '' AND reviews.decision = 'dismiss');

-- +goose Down
ALTER TABLE report_rows DROP COLUMN topic;
