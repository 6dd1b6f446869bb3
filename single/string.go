package single

// Methods print as their names; package tune has what they are set to.

// String implements fmt.Stringer.
func (m Anneal) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Climb) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Enumerate) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Focused) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m GreatDeluge) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m ILS) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m LateAcceptance) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m LightWeight) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m MessagePassing) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m MinConflict) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m RecordToRecord) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Tabu) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m IteratedTabu) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m ParallelTempering) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m ThresholdAccepting) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m VariableNeighbourhood) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Weighting) String() string { return m.Name() }
