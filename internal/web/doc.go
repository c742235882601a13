// Package web is the door for browsers and for programs that speak HTTP: pages
// that work without scripts, and the API below /api/v1. It shows what package
// runs keeps, and judges nothing.
//
// May be imported by: cmd.
package web
