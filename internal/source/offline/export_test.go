package offline

// Whole makes a connector look for like titles whatever the exact one proves.
func (c *Connector) Whole() *Connector {
	c.whole = true
	return c
}
