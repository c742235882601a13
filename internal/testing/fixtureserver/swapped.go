package fixtureserver

import (
	"net/http/httptest"
)

// given is an answer that was given to somebody.
type given struct {
	host, question string
	answer         *httptest.ResponseRecorder
}

// mostGiven bounds how many answers are kept to be given to others.
const mostGiven = 512

// swapped gives the answer to another question, and the own one where there is none.
func swapped(f Fault, a *answer) {
	question, rec := a.recorded()
	own := given{a.host, question, rec}
	a.server.mu.Lock()
	other := own
	for i, g := range a.server.given {
		fits := g.host != own.host
		if f == OtherPerson {
			fits = g.host == own.host && g.question != own.question && (i%7 == 0 || other.question == own.question)
		}
		if fits {
			other = g
		}
	}
	if a.server.given = append(a.server.given, own); len(a.server.given) > mostGiven {
		a.server.given = a.server.given[1:]
	}
	a.server.mu.Unlock()
	a.replay(other.answer)
}
