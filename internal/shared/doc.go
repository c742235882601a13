// Package shared is the state that the processes of one installation share in PostgreSQL: the pace, budget,
// connections and circuit of each service, so that any number of workers together keep the limits of one
// client; the answers of services; and which process asks which question, so that none is asked twice. Times
// are those of the database, so that clocks of machines need not agree. While the database cannot be reached,
// no process asks.
//
// May be imported by: cmd.
package shared
