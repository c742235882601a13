-- +goose Up
CREATE TABLE pages_read (
	owner TEXT NOT NULL,   -- '' where nobody has to say who he is
	day   BIGINT NOT NULL, -- days since 1970, UTC
	pages BIGINT NOT NULL, -- of PDFs, of runs that were deleted too
	PRIMARY KEY (owner, day)
);

-- +goose Down
DROP TABLE pages_read;
