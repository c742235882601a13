package database

import (
	"context"
	"database/sql"
)

// Querier is a database or a transaction.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is a row of an answer.
type Row interface{ Scan(...any) error }

// Each hands on every row of the answer to a question.
func Each(ctx context.Context, db Querier, take func(Row) error, query string, args ...any) error {
	rows, err := db.QueryContext(ctx, query, args...)
	return Over(rows, err, take)
}

// Over hands on every row of an answer, unless there is none but an error.
func Over(rows *sql.Rows, err error, take func(Row) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All gives all rows of the answer to a question.
func All[T any](ctx context.Context, db Querier, scan func(Row) (T, error), query string, args ...any) (list []T, err error) {
	err = Each(ctx, db, func(row Row) error {
		item, err := scan(row)
		list = append(list, item)
		return err
	}, query, args...)
	return list, err
}

// Value reads a row of one column.
func Value[T any](row Row) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}
