package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// A line that is not a message is answered with an error, and the lines after it are read.
func TestBadLines(t *testing.T) {
	const first, second = `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	var out bytes.Buffer
	got, err := io.ReadAll(lines(strings.NewReader(first+"\nno JSON\n\n{\"jsonrpc\": 2}\n{\"broken\n"+second), &out))
	if err != nil || string(got) != first+"\n"+second+"\n" {
		t.Errorf("%q, %v", got, err)
	}
	if out.String() != strings.Repeat(refusal, 3) {
		t.Errorf("answers %q", out.String())
	}
}
