package learn

import "slices"

// CrossValidate gives for every example the probability that a model states
// which was trained without its fold. fold[i] is the fold of example i.
func CrossValidate(examples []Example, fold []int, opt Options) ([]float64, error) {
	p := make([]float64, len(examples))
	for _, k := range slices.Compact(slices.Sorted(slices.Values(fold))) {
		var train []Example
		for i, e := range examples {
			if fold[i] != k {
				train = append(train, e)
			}
		}
		m, err := Fit(train, opt)
		if err != nil {
			return nil, err
		}
		for i, e := range examples {
			if fold[i] == k {
				p[i] = m.P(e.X)
			}
		}
	}
	return p, nil
}
