package markup

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// Text crafted to be rescanned repeatedly must still take linear time.
func TestTypstHostile(t *testing.T) {
	for _, unit := range []string{"/* `a` ", "/*", "```", "``` /*", "` ", "// a\n", "@a ", "#cite(<a>) ", "@a",
		"= References\n", "+ a\n",
		"#bibliography(\"a.bib\")\n", "``` `a`\n"} {
		testenv.Linear(t, fmt.Sprintf("%q repeated for a megabyte", unit), func() {
			_, _ = ReadTypst([]byte("= References\n" + strings.Repeat(unit, 1<<20/len(unit))))
		})
	}
}
