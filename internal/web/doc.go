// Package web is the front end for browsers and HTTP clients: pages that work without scripts, and the API
// below /api/v1. It shows what package runs stores, and judges nothing.
//
// May be imported by: cmd.
package web
