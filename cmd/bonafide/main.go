// Command bonafide audits citations: it reads a paper or a bibliography, finds
// each cited work, compares field by field, and says with evidence what is
// real, wrong, missing or not decidable.
package main

import (
	"os"

	"github.com/bonafide-audit/bonafide/internal/cli"
)

func main() {
	cli.PaceCollection()
	os.Exit(cli.Run(newRootCommand()))
}
