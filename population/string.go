package population

// Methods print as their names; package tune has what they are set to.

func (m EAX) String() string { return m.Name() }

func (m Genetic) String() string { return m.Name() }

func (m Memetic) String() string { return m.Name() }

func (m Quantum) String() string { return m.Name() }
