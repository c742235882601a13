// Package protocol has the messages of the Language Server Protocol 3.17 that the server reads and writes, with
// the fields that it uses. Other fields of a client are ignored. Names are those of the specification:
// https://microsoft.github.io/language-server-protocol.
//
// A general library of the protocol links all messages, 3 MB of code; the tests of the server use one as the
// editor, which checks these against it.
//
// Pure.
//
// May be imported by: lsp.
package protocol
