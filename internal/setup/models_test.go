package setup

// environment gives a reader of variables that has only these.
func environment(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}
