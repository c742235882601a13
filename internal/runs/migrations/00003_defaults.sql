-- +goose Up
CREATE TABLE defaults (
	owner   TEXT PRIMARY KEY, -- '' where nobody has to say who he is
	options TEXT NOT NULL     -- JSON of the options that new runs begin with
);

-- +goose Down
DROP TABLE defaults;
