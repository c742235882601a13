// Package lists makes new lists of old ones, as package slices does not.
//
// Pure.
// May be imported by: everything.
package lists

// Map returns what f makes of each item: never nil, so that JSON has a list.
func Map[T, U any](list []T, f func(T) U) []U {
	out := make([]U, len(list))
	for i, item := range list {
		out[i] = f(item)
	}
	return out
}

// Filter returns the items for which has is true, nil if there is none.
func Filter[T any](list []T, has func(T) bool) (out []T) {
	for _, item := range list {
		if has(item) {
			out = append(out, item)
		}
	}
	return out
}

// Count returns for how many items has is true.
func Count[T any](list []T, has func(T) bool) (n int) {
	for _, item := range list {
		if has(item) {
			n++
		}
	}
	return n
}

// Numbers returns the numbers below n, in order.
func Numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
