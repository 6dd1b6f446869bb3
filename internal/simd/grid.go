package simd

// Cell is a cell of a grid.
type Cell struct{ X, Y int32 }

// Square is the cells of a square, row by row: Side columns from Left on, rows from Top on.
type Square struct{ Left, Top, Side int32 }

// Distances sets to[i] to the sum of the Manhattan distances between cell first+i and the goals. There is at least one goal. Sums wrap
// around.
func Distances(to []int32, s Square, first int32, goals []Cell) {
	if len(to) == 0 {
		return
	}
	column, y := s.place(first, goals)
	if Vectorised && len(to) >= Lanes {
		distancesVector(to, s, column, y, goals)
		return
	}
	distancesPortable(to, s, column, y, goals)
}

// Nearer sets to[i] to by how much what Distances has for cell first+i is below here, and to 0 if it is not.
func Nearer(to []int64, s Square, first int32, goals []Cell, here int32) {
	if len(to) == 0 {
		return
	}
	column, y := s.place(first, goals)
	if Vectorised && len(to) >= Lanes {
		nearerVector(to, s, column, y, goals, here)
		return
	}
	nearerPortable(to, s, column, y, goals, here)
}

// place is where a cell is, its column as seen from the left.
func (s Square) place(cell int32, goals []Cell) (column, y int32) {
	if s.Side < 1 || cell < 0 || len(goals) == 0 {
		panic("simd: a square without cells, or no goal")
	}
	row := cell / s.Side
	return cell - row*s.Side, s.Top + row
}

func distancesPortable(to []int32, s Square, column, y int32, goals []Cell) {
	for ; len(to) > 0; y++ {
		row := to[:min(len(to), int(s.Side-column))]
		x, down := s.Left+column, rowDistance(y, goals)
		if len(goals) == 1 {
			rowDistances(row, x-goals[0].X, down)
		} else {
			for i := range row {
				row[i] = down + columnDistance(x+int32(i), goals)
			}
		}
		to, column = to[len(row):], 0
	}
}

func nearerPortable(to []int64, s Square, column, y int32, goals []Cell, here int32) {
	for ; len(to) > 0; y++ {
		row := to[:min(len(to), int(s.Side-column))]
		x, rest := s.Left+column, here-rowDistance(y, goals)
		if len(goals) == 1 {
			rowNearer(row, x-goals[0].X, rest)
		} else {
			for i := range row {
				row[i] = int64(max(0, rest-columnDistance(x+int32(i), goals)))
			}
		}
		to, column = to[len(row):], 0
	}
}

// rowDistances is for one goal, seen from which a row begins at a column. Like rowNearer it is a function of its own so that all it needs
// is in registers.
func rowDistances(row []int32, x, down int32) {
	for i := range row {
		row[i] = abs(x+int32(i)) + down
	}
}

func rowNearer(row []int64, x, rest int32) {
	for i := range row {
		row[i] = int64(max(0, rest-abs(x+int32(i))))
	}
}

func rowDistance(y int32, goals []Cell) (sum int32) {
	for _, g := range goals {
		sum += abs(y - g.Y)
	}
	return sum
}

func columnDistance(x int32, goals []Cell) (sum int32) {
	for _, g := range goals {
		sum += abs(x - g.X)
	}
	return sum
}

func abs(v int32) int32 { return max(v, -v) }
