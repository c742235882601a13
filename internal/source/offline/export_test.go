package offline

// Whole makes a connector search similar titles whatever the exact one proves.
func (c *Connector) Whole() *Connector {
	c.whole = true
	return c
}
