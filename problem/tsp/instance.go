package tsp

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/multiwalk/multiwalk"
)

// Instance is a travelling salesman problem. It is made by New, FromMatrix, Random or a reader, and must not be
// changed afterwards; all its methods are safe for concurrent use.
type Instance struct {
	Comment string    // lines separated by "\n"
	N       int       // cities
	Metric  Metric    // 0 of an open path
	X, Y, Z []float64 // coordinates of the metric; nil where it has none (Explicit), Z also in the plane

	name       string
	asymmetric bool
	matrix     []int32 // of Explicit: n*n, row by row, with a diagonal of 0
	fixed      [][2]int32
	numbers    []int32 // of the cities in the file; nil where they go from 1
	guess      string  // what a file without keywords was read as
	present    []bool  // of a graph: which of the n*n edges there are; nil where all are
	barred     int64   // the weight of the others

	closed *Instance // of an open path: the instance whose cities it goes through
	ends   []int32   // where it has to begin, or to begin and end

	latitude, longitude []float64 // of Geo and Geom, in radians
	displayX, displayY  []float64 // for pictures only; nil where the file has none
	derived             derived
}

// derived is what is computed from an instance when first asked for.
type derived struct {
	matrixOnce sync.Once
	matrix     []int32
	curveOnce  sync.Once
	curve      []int32         // the cities along a space-filling curve
	mutex      sync.Mutex      // guards neighbours
	neighbours map[int][]int32 // by k
	form       form            // on a device
	weights    weightRange
	boundOnce  sync.Once
	bound      int64
}

// weightRange is the range of a matrix, found when first asked for.
type weightRange struct {
	once        sync.Once
	least, most int64
}

// maxEdge is the greatest edge cost: matrices and device code hold edges as int32.
const maxEdge = math.MaxInt32

// New returns an instance of cities in the plane at (x[i], y[i]). The metric is one of those with two coordinates. It
// keeps the slices. Errors: no cities, slices of different length, a coordinate that is not finite (or beyond 360
// for Geo and Geom), or cities so far apart that a distance might pass 2^31-1.
func New(name string, metric Metric, x, y []float64) (*Instance, error) {
	if metric.Dimensions() != 2 {
		return nil, fmt.Errorf("tsp: metric %v does not take two coordinates; use FromMatrix for a matrix", metric)
	}
	p, err := fromCoordinates(metric, x, y, nil)
	if err != nil {
		return nil, fmt.Errorf("tsp: %w", err)
	}
	p.name = name
	return p, nil
}

// FromMatrix returns an instance of n cities with the n*n edge costs of matrix, row by row: going from i to j costs
// matrix[i*n+j]. The diagonal has no meaning. It copies the matrix. Errors: n < 1, or a matrix of another length.
func FromMatrix(name string, n int, matrix []int32) (*Instance, error) {
	if n < 1 || n > math.MaxInt32 || len(matrix) != n*n {
		return nil, fmt.Errorf("tsp: matrix has %d elements for n=%d; n must be at least 1 and the matrix n*n", len(matrix), n)
	}
	p := fromMatrix(n, slices.Clone(matrix))
	p.name = name
	return p, nil
}

// Random returns n >= 1 cities with integer coordinates, uniform in the square of side 10^6, like the E instances of
// the DIMACS TSP challenge: the same for the same seed, everywhere. It panics if n < 1.
func Random(n int, seed uint64) *Instance {
	r := multiwalk.NewRand(seed, 0)
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = float64(r.IntN(1_000_000)), float64(r.IntN(1_000_000))
	}
	p, err := New(fmt.Sprintf("E%d.%d", n, seed), Euc2D, x, y)
	if err != nil {
		panic(err)
	}
	return p
}

// fromCoordinates keeps the slices. Its errors name no package, so that a reader can put file and line before them.
func fromCoordinates(metric Metric, x, y, z []float64) (*Instance, error) {
	p := &Instance{N: len(x), Metric: metric, X: x, Y: y, Z: z}
	axes := [][]float64{x, y, z}[:metric.Dimensions()]
	if len(x) == 0 || len(x) > math.MaxInt32 {
		return nil, fmt.Errorf("found %d cities, expected 1 to %d", len(x), math.MaxInt32)
	}
	var span [3]float64
	for a, axis := range axes {
		if len(axis) != len(x) {
			return nil, fmt.Errorf("found %d and %d coordinates on two axes, expected as many on each", len(x), len(axis))
		}
		if i := slices.IndexFunc(axis, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }); i >= 0 {
			return nil, fmt.Errorf("found %v as a coordinate of city %d, expected a finite number", axis[i], i+1)
		}
		span[a] = slices.Max(axis) - slices.Min(axis)
	}
	if metric.spherical() {
		return p, p.setGeo()
	}
	if err := checkSpan(metric, span); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Instance) setGeo() error {
	p.latitude, p.longitude = make([]float64, p.N), make([]float64, p.N)
	for i := range p.N {
		if math.Abs(p.X[i]) > 360 || math.Abs(p.Y[i]) > 360 {
			return fmt.Errorf("found city %d at latitude %v and longitude %v, expected degrees within 360 (GEO: and minutes, as DDD.MM)",
				i+1, p.X[i], p.Y[i])
		}
		if p.Metric == Geom {
			p.latitude[i], p.longitude[i] = math.Pi*p.X[i]/180, math.Pi*p.Y[i]/180
			continue
		}
		p.latitude[i], p.longitude[i] = geoRadians(p.X[i]), geoRadians(p.Y[i])
	}
	return nil
}

// checkSpan refuses a bounding box whose corners are too far apart. This takes n steps where the farthest pair would
// take n*log n, and refuses little more.
func checkSpan(metric Metric, span [3]float64) error {
	wide := slices.Max(span[:]) > maxEdge
	if !wide && metric.displaced(span[0], span[1], span[2]) <= maxEdge {
		return nil
	}
	return fmt.Errorf("found cities spread over %.6g x %.6g x %.6g, expected %v distances of at most %d; "+
		"divide the coordinates by a constant", span[0], span[1], span[2], metric, maxEdge)
}

// fromMatrix keeps the matrix and clears its diagonal.
func fromMatrix(n int, matrix []int32) *Instance {
	p := &Instance{N: n, Metric: Explicit, matrix: matrix}
	for i := range n {
		matrix[i*n+i] = 0
	}
	_, _, p.asymmetric = firstAsymmetry(n, matrix)
	return p
}

// firstAsymmetry finds a pair of cities whose two directions differ in cost.
func firstAsymmetry(n int, matrix []int32) (i, j int, found bool) {
	for i := range n {
		for j := range i {
			if matrix[i*n+j] != matrix[j*n+i] {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// Name returns the instance's name, such as "pcb442".
func (p *Instance) Name() string { return p.name }

// Space is the tours of all cities.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Tour(p.N) }
