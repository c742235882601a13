package claimcheck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// zoteroName is the file of Zotero in its data folder, beside storage/KEY/….
const zoteroName = "zotero.sqlite"

// Limits of a database.
const (
	databaseMost = 4 << 30 // bytes
	databaseTime = 30 * time.Second
	itemsMost    = 200_000
	creatorsMost = 1_000_000
	tablesMost   = 1000
)

var zoteroTables = []string{"items", "itemAttachments", "itemData", "itemDataValues", "fields", "creators",
	"itemCreators", "deletedItems"}

var errNoZotero = errors.New("not a Zotero database")

// readZotero calls told for every stored attachment with its work. The file is opened as immutable, so that
// nothing is written and a running Zotero does not matter; data not yet written to it is not seen.
//
// If a damaged file keeps SQLite busy in a place where it does not check for cancellation, the file is
// abandoned, and nothing in it is passed on.
func readZotero(ctx context.Context, path string, told func(w *biblio.Work, path string) bool) error {
	type attachment struct {
		work *biblio.Work
		path string
	}
	type answer struct {
		list []attachment
		err  error
	}
	ctx, cancel := context.WithTimeout(ctx, databaseTime)
	defer cancel()
	read := make(chan answer, 1)
	go func() {
		var a answer
		a.err = zoteroFile(ctx, path, func(w *biblio.Work, path string) { a.list = append(a.list, attachment{w, path}) })
		read <- a
	}()
	select {
	case a := <-read:
		for _, one := range a.list {
			told(one.work, one.path)
		}
		return a.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// zoteroFile reads a database.
func zoteroFile(ctx context.Context, path string, told func(w *biblio.Work, path string)) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > databaseMost {
		return fmt.Errorf("larger than %d MB", databaseMost>>20)
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return err
	}
	db, err := database.OpenFile(path,
		"mode=ro&immutable=1&_pragma=query_only(1)&_pragma=trusted_schema(0)&_pragma=cell_size_check(1)")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	z := zotero{db: db, works: map[int64]*biblio.Work{}}
	if err := z.check(ctx); err != nil {
		return err
	}
	if err := z.read(ctx); err != nil {
		return err
	}
	return z.attachments(ctx, filepath.Join(filepath.Dir(path), "storage"), told)
}

type zotero struct {
	db    *sql.DB
	works map[int64]*biblio.Work // by item
}

// each passes on each row of a query, up to a maximum.
func (z *zotero) each(ctx context.Context, most int, query string, take func(database.Row) error) error {
	n := 0
	return database.Each(ctx, z.db, func(row database.Row) error {
		if n++; n > most {
			return fmt.Errorf("more than %d rows", most)
		}
		return take(row)
	}, query)
}

// check refuses a database whose tables are not plain tables, since views could be made to compute endlessly.
func (z *zotero) check(ctx context.Context) error {
	plain := map[string]bool{}
	err := z.each(ctx, tablesMost, `SELECT name, substr(sql, 1, 10000) FROM sqlite_schema WHERE type = 'table'`,
		func(row database.Row) error {
			var name string
			var made sql.NullString
			if err := row.Scan(&name, &made); err != nil {
				return err
			}
			text := strings.ToLower(strings.Join(strings.Fields(made.String), " "))
			plain[name] = strings.HasPrefix(text, "create table") && !strings.Contains(text, " as (") &&
				!strings.Contains(text, " as(") && !strings.Contains(text, "generated")
			return nil
		})
	if err != nil {
		return err
	}
	for _, name := range zoteroTables {
		if !plain[name] {
			return errNoZotero
		}
	}
	return nil
}

// read reads titles, identifiers and creators of the items that have attachments.
func (z *zotero) read(ctx context.Context) error {
	err := z.each(ctx, 4*itemsMost, `SELECT d.itemID, f.fieldName, substr(CAST(v.value AS TEXT), 1, 2000)
		FROM itemData d JOIN fields f USING (fieldID) JOIN itemDataValues v USING (valueID)
		WHERE f.fieldName IN ('title', 'DOI', 'extra', 'url') AND d.itemID IN (SELECT parentItemID FROM itemAttachments)
		ORDER BY d.itemID, f.fieldName`, func(row database.Row) error {
		var item int64
		var field, value string
		if err := row.Scan(&item, &field, &value); err != nil {
			return err
		}
		z.field(item, field, value)
		return nil
	})
	if err != nil {
		return err
	}
	return z.each(ctx, creatorsMost,
		`SELECT i.itemID, substr(CAST(c.lastName AS TEXT), 1, 200), substr(CAST(coalesce(c.firstName, '') AS TEXT), 1, 200)
		FROM itemCreators i JOIN creators c USING (creatorID)
		WHERE i.itemID IN (SELECT parentItemID FROM itemAttachments) ORDER BY i.itemID, i.orderIndex`,
		func(row database.Row) error {
			var item int64
			var family, given sql.NullString
			if err := row.Scan(&item, &family, &given); err != nil {
				return err
			}
			if w := z.works[item]; w != nil {
				w.Contributors = append(w.Contributors, biblio.Contributor{Family: family.String, Given: given.String})
			}
			return nil
		})
}

func (z *zotero) field(item int64, field, value string) {
	w := z.works[item]
	if w == nil {
		w = &biblio.Work{}
		z.works[item] = w
	}
	switch field {
	case "title":
		w.Title = strings.ToValidUTF8(value, "")
	case "DOI":
		if id, ok := ident.ParseDOI(value); ok {
			w.AddID(id)
		}
	default: // "arXiv:1501.00001 [cs]" in extra; the address of a DOI
		for _, id := range ident.Alone(ident.Find(value)) {
			w.AddID(id)
		}
	}
}

// attachments calls told for the stored files.
func (z *zotero) attachments(ctx context.Context, storage string, told func(w *biblio.Work, path string)) error {
	return z.each(ctx, itemsMost,
		`SELECT a.parentItemID, substr(CAST(i.key AS TEXT), 1, 20), substr(CAST(a.path AS TEXT), 1, 1000)
		FROM itemAttachments a JOIN items i USING (itemID)
		WHERE a.parentItemID IS NOT NULL AND a.path IS NOT NULL
		AND a.itemID NOT IN (SELECT itemID FROM deletedItems) AND a.parentItemID NOT IN (SELECT itemID FROM deletedItems)
		ORDER BY a.itemID`, func(row database.Row) error {
			var item int64
			var key, path string
			if err := row.Scan(&item, &key, &path); err != nil {
				return err
			}
			w := z.works[item]
			if w == nil || w.Title == "" {
				return nil
			}
			if name, ok := strings.CutPrefix(path, "storage:"); ok {
				told(w, filepath.Join(storage, filepath.Base(key), filepath.Base(name)))
			} else if filepath.IsAbs(path) {
				told(w, path)
			}
			return nil
		})
}
