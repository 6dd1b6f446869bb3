package cooperate

// Methods print as their names; package tune has what they are set to.

func (m ByDevice) String() string { return m.Name() }

func (m Exchange) String() string { return m.Name() }

func (m Halving) String() string { return m.Name() }

func (m Independent) String() string { return m.Name() }

func (m Islands) String() string { return m.Name() }

func (m Portfolio) String() string { return m.Name() }

func (m PSPM) String() string { return m.Name() }

func (m Restart) String() string { return m.Name() }
