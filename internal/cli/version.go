package cli

import (
	"runtime/debug"
	"time"
)

// Build is what a program knows of how it was made.
type Build struct {
	Version  string    // of the module, or the commit where it has none
	Commit   string    // "" when it is not known
	Date     time.Time // of the commit; zero when it is not known
	Modified bool      // files differed from the commit
}

// BuildOf gives how this program was made.
func BuildOf() Build {
	b := Build{Version: "unknown"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date, _ = time.Parse(time.RFC3339, s.Value)
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	switch v := info.Main.Version; {
	case v != "" && v != "(devel)":
		b.Version = v
	case len(b.Commit) >= 12:
		b.Version = "devel-" + b.Commit[:12]
	default:
		b.Version = "devel"
	}
	return b
}

// BuildVersion gives the module's version, or the commit it was built from.
func BuildVersion() string { return BuildOf().Version }
