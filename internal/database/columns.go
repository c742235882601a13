package database

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// known are the columns of the structs met so far.
var known sync.Map

// columns returns the fields of a struct, and of the structs embedded in it, that a tag db names as columns.
func columns[T any]() []reflect.StructField {
	of := reflect.TypeFor[T]()
	if list, ok := known.Load(of); ok {
		return list.([]reflect.StructField)
	}
	list := slices.DeleteFunc(reflect.VisibleFields(of), func(f reflect.StructField) bool { return f.Tag.Get("db") == "" })
	known.Store(of, list)
	return list
}

// Names returns the columns of a struct: its fields with a tag db.
func Names[T any]() (names []string) {
	for _, f := range columns[T]() {
		names = append(names, f.Tag.Get("db"))
	}
	return names
}

// Columns returns the columns of a struct as a SELECT lists them.
func Columns[T any]() string { return strings.Join(Names[T](), ", ") }

// Values returns the columns of a struct to scan a row to, or as arguments of a statement. A switch is stored as 1 or
// 0, a time in milliseconds, 0 for the zero time, and another struct or list as JSON, "" for no json.RawMessage.
func Values[T any](of *T) (list []any) {
	for _, f := range columns[T]() {
		field := reflect.ValueOf(of).Elem().FieldByIndex(f.Index).Addr().Interface()
		_, own := field.(sql.Scanner)
		_, bytes := field.(*[]byte)
		switch f.Type.Kind() {
		case reflect.Bool, reflect.Struct, reflect.Slice:
			if !own && !bytes {
				field = stored{field}
			}
		}
		list = append(list, field)
	}
	return list
}

// Scan reads a row of the columns of a struct.
func Scan[T any](row Row) (value T, err error) {
	err = row.Scan(Values(&value)...)
	return value, err
}

// Column is a column that a struct does not have, and its value.
type Column struct {
	Name  string
	Value any
}

// Insert returns a statement that inserts a struct and further columns, and its arguments.
func Insert[T any](table string, value *T, more ...Column) (query string, args []any) {
	names, args := Names[T](), Values(value)
	for _, c := range more {
		names, args = append(names, c.Name), append(args, c.Value)
	}
	marks := make([]string, len(args))
	for i := range marks {
		marks[i] = fmt.Sprintf("$%d", i+1)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(names, ", "), strings.Join(marks, ", ")),
		args
}

// stored is a pointer to a field of a type that the databases do not have.
type stored struct{ field any }

// Scan sets the field to what a database returned.
func (s stored) Scan(from any) error {
	var text sql.Null[string]
	err := text.Scan(from)
	if err != nil {
		return err
	}
	switch to := s.field.(type) {
	case *bool:
		*to = text.V == "1"
	case *time.Time:
		var ms sql.Null[int64]
		if err = ms.Scan(from); ms.V != 0 {
			*to = time.UnixMilli(ms.V).UTC()
		}
	case *json.RawMessage:
		if text.V != "" {
			*to = json.RawMessage(text.V)
		}
	default:
		err = json.Unmarshal([]byte(text.V), to)
	}
	return err
}

// Value returns the field as it is stored.
func (s stored) Value() (driver.Value, error) {
	switch of := s.field.(type) {
	case *bool:
		return map[bool]int64{true: 1}[*of], nil
	case *time.Time:
		if of.IsZero() {
			return int64(0), nil
		}
		return of.UnixMilli(), nil
	case *json.RawMessage:
		return string(*of), nil
	}
	text, err := json.Marshal(s.field)
	return string(text), err
}
