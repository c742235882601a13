package web

import (
	"maps"
	"slices"
)

// PageRoutes lists the patterns of all pages, for tests that visit each.
func PageRoutes() []string { return slices.Sorted(maps.Keys((&server{}).pageRoutes())) }
