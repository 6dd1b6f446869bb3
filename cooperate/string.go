package cooperate

// Methods print as their names; package tune has what they are set to.

// String implements fmt.Stringer.
func (m ByDevice) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Exchange) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Halving) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Independent) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Islands) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Portfolio) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m PSPM) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Restart) String() string { return m.Name() }
