package accept

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// digestBytes is how much of a hash a digest keeps: it guards against
// forgetting, not against forgers, who could accept the finding as well.
const digestBytes = 8

// Digest gives a short name of all that an entry claims. Any change of a claimed
// field gives another one; the layout of the entry does not.
func Digest(claimed biblio.Flat) string {
	text, err := json.Marshal(claimed)
	if err != nil {
		panic(err) // strings alone always encode
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:digestBytes])
}
