package perceptron

// What our text of the chapter prints of this work: the range of the accelerations over the sizes of the problem, of a GTX 280 over
// a core of a Xeon. It has no table of single sizes.
const (
	SpeedupLeast = 9.9
	SpeedupMost  = 18.5
)

// SpeedupAny is the greatest speed-up of the same authors' tabu search on this problem that another of our papers lists (Table 1 of
// "Parallel neighbourhood search on many-core platforms").
const SpeedupAny = 25.8

// PaperSizes are the sizes, rows by columns, that the literature has.
var PaperSizes = []string{"73x73", "81x81", "101x101", "101x117"}
