// Package roletest plays a careful model for every role: it answers only from what the question shows. It also
// checks the form of the roles' questions.
package roletest
