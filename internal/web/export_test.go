package web

import (
	"maps"
	"slices"
)

// PageRoutes lists the patterns of all pages, for tests that visit each.
func PageRoutes() []string { return slices.Sorted(maps.Keys((&server{}).pageRoutes())) }

// VenueRoutes lists the patterns of the pages of venues.
func VenueRoutes() []string { return slices.Sorted(maps.Keys((&server{}).venueRoutes())) }
