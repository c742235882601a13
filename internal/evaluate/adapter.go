package evaluate

// judgeThresholds are the thresholds of the judge's severity scheme.
func judgeThresholds() Thresholds { return Thresholds{Minor: 1.25, Exact: 7.25} }
