package population

// Methods print as their names; package tune has what they are set to.

// String implements fmt.Stringer.
func (m EAX) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Genetic) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Memetic) String() string { return m.Name() }

// String implements fmt.Stringer.
func (m Quantum) String() string { return m.Name() }
