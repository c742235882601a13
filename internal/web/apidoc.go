package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// completed says of every operation what holds for all: that it may be refused, and
// that its path takes no other method.
func (s *server) completed(mux *http.ServeMux, api huma.API) {
	for path, item := range api.OpenAPI().Paths {
		operations := operationsOf(item)
		for _, op := range operations {
			op.Responses["4XX"] = &huma.Response{Description: "The request was refused; detail says what to do", Content: op.Responses["default"].Content}
		}
		allowed := slices.Sorted(maps.Keys(operations))
		mux.HandleFunc(path, s.problems(func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			return refused(http.StatusMethodNotAllowed, "use %s here", strings.Join(allowed, " or "))
		}))
	}
}

// operationsOf gives the operations of a path by their methods.
func operationsOf(item *huma.PathItem) map[string]*huma.Operation {
	all := map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodDelete: item.Delete}
	maps.DeleteFunc(all, func(_ string, op *huma.Operation) bool { return op == nil })
	return all
}
