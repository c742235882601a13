// Package accept holds the user's replies to the program: findings that were looked at and accepted, in a file
// .bonafide.toml beside the bibliography or in a comment of an entry; and which findings are not new, by an
// earlier report or by git. It marks rows and concludes nothing.
//
// The file may come with an untrusted paper. It can accept findings of entries in files of its folder and
// below, which reports show as accepted, and nothing else: it has no settings, and names no programs, hosts,
// keys or other files.
//
// May be imported by: fix/formats, run, lsp, cmd.
package accept
