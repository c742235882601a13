package normalise

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// VolumeParts are what a statement of a volume holds, each as written.
type VolumeParts struct {
	Number string // of the volume
	Issue  string // number of the issue, or the supplement
	Pages  string
}

// The parts of a statement of a volume: the series before it ("s2-42"), its label, and the issue, the year and the
// pages behind it.
var (
	volumeHead = lazy.Regexp(`^(?i)(?:s[0-9]-|vols?[. ]\s*|volume\s+)`)
	volumeTail = lazy.Regexp(`^(?i)([a-z]?\d{1,4}[a-z]?|[ivxlcdm]{1,8})(\s*\(\s*|\s*,\s*|\s+)((?:no|nr|n°|iss|issue)[. ]\s*)?` +
		`((?:suppl(?:ement)?[. ]*)?[a-z]?\d{0,5}(?:[-–/]\d{1,5})?)\s*\)?` +
		`(?:\s*\(\d{4}\)|\s*[,:;]\s*(?:pp?\.?\s*)?([a-z]?\d+(?:\s*[-–]+\s*[a-z]?\d+)?))?$`)
)

// SplitVolume reads a volume with something beside it, as registries and careless entries have it: "s2-42", "7(1)",
// "Vol 7 No 1 (2015)", "35 Suppl 1", "521 (7553), 436-444". ok is false for a volume alone and for anything else:
// "3, 4" may be two volumes.
func SplitVolume(s string) (v VolumeParts, ok bool) {
	s = strings.TrimSpace(s)
	bare := volumeHead.ReplaceAllString(clip(s), "")
	m := volumeTail.FindStringSubmatch(bare)
	switch {
	case m == nil || m[4] == "":
		return VolumeParts{Number: bare}, bare != s && (digits(bare) || ordinalWords[strings.ToLower(bare)])
	case strings.Contains(m[2], "(") && yearWord(m[4]) != 0:
		return VolumeParts{Number: m[1], Pages: m[5]}, true
	}
	v = VolumeParts{Number: m[1], Issue: m[4], Pages: m[5]}
	n, errN := strconv.Atoi(v.Number)
	k, errK := strconv.Atoi(v.Issue)
	two := strings.Contains(m[2], ",") && m[3] == "" && errN == nil && errK == nil && k == n+1
	return v, !two && (strings.TrimSpace(m[2]) != "" || m[3] != "" || errK != nil && len(v.Issue) > 5)
}
