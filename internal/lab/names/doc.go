// Package names measures whether the judge knows a journal by its short names and keeps it apart from the journals
// whose names are most like it. The journals are drawn from public lists.
//
// May be imported by: cmd/bonafide-lab.
package names
