// Package roletest plays a careful model for every role: it answers by what the
// question shows and by nothing else. What roles ask is held to its form on the
// way.
package roletest
