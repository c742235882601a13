package landing

import "strings"

// walls are how pages that keep a reader out begin: titles, and texts of pages
// that say little else. They are looked for in lower case.
var (
	wallTitles = []string{
		"just a moment", "attention required", "access denied", "are you a robot", "robot check", "security check", "checking your browser", "pardon our interruption",
		"verify you are human", "human verification", "ddos-guard", "one more step", "please wait", "request rejected", "403 forbidden", "bot verification",
		"unusual traffic", "captcha", "client challenge", "validate user", "radware", "incapsula", "blocked", "too many requests", "service unavailable",
	}
	loginTitles   = []string{"sign in", "log in", "login", "anmelden", "se connecter", "single sign-on", "institutional login", "shibboleth", "authentication required"}
	consentTitles = []string{"before you continue", "cookie consent", "privacy consent", "we value your privacy", "bevor sie", "avant de continuer"}
	wallTexts     = []string{
		"enable javascript and cookies to continue", "verify you are human", "verifying you are human", "checking if the site connection is secure", "checking your browser before",
		"unusual traffic from your computer", "complete the captcha", "please complete the security check", "access to this page has been denied",
		"you have been blocked", "request unsuccessful. incapsula", "cookies must be enabled", "please enable cookies", "making sure you're not a bot", "i'm not a robot",
	}
)

// few is how many words a page has at most that is only a wall.
const few = 250

// Wall says what keeps the reader out of a page, "" when nothing does.
func Wall(p *Page) string {
	if p.Scholarly() {
		return ""
	}
	title := strings.ToLower(p.Title)
	if p.Words > few {
		return ""
	}
	for _, sign := range []struct {
		what  string
		list  []string
		where string
	}{{"a check for robots", wallTitles, title}, {"a question about consent", consentTitles, title}, {"a check for robots", wallTexts, p.Text}} {
		for _, text := range sign.list {
			if strings.Contains(sign.where, text) {
				return sign.what
			}
		}
	}
	for _, text := range loginTitles {
		if strings.HasPrefix(title, text) || strings.HasSuffix(title, text) {
			return "a login"
		}
	}
	for _, form := range p.Forms {
		if strings.Contains(form, "challenge") || strings.Contains(form, "captcha") {
			return "a check for robots"
		}
	}
	if p.Title == "" && p.Heading == "" && p.Words < 5 && len(p.Meta) < 3 {
		return "an empty page"
	}
	return ""
}
