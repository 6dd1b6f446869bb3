package tsp

import (
	"fmt"
	"math"
	"strings"
)

// Metric is a rule of TSPLIB95, or of Concorde and LKH, that turns two cities into a distance.
type Metric uint8

// The metrics. All of them but Explicit compute the distance from coordinates.
const (
	Explicit Metric = iota + 1 // a matrix
	Euc2D                      // Euclidean, rounded to nearest
	Ceil2D                     // Euclidean, rounded up
	Man2D                      // Manhattan, rounded to nearest
	Max2D                      // maximum of the axes, each rounded to nearest
	Geo                        // kilometres on TSPLIB's sphere; x is the latitude and y the longitude, as DDD.MM
	Att                        // TSPLIB's pseudo-Euclidean distance of the instances att48 and att532
	Euc3D
	Man3D
	Max3D
	Geom    // metres on a sphere, as Concorde and LKH have it; x is the latitude and y the longitude, in decimal degrees
	Ceil3D  // Euclidean, rounded up
	Floor2D // Euclidean, rounded down
	Floor3D
)

var metricNames = [...]string{"", "EXPLICIT", "EUC_2D", "CEIL_2D", "MAN_2D", "MAX_2D", "GEO", "ATT", "EUC_3D", "MAN_3D", "MAX_3D",
	"GEOM", "CEIL_3D", "FLOOR_2D", "FLOOR_3D"}

// String returns TSPLIB's word for the metric, such as "EUC_2D".
func (m Metric) String() string {
	if m.valid() {
		return metricNames[m]
	}
	return fmt.Sprintf("metric(%d)", uint8(m))
}

// ParseMetric is the inverse of String, whatever the case.
func ParseMetric(s string) (Metric, bool) {
	for m := Explicit; m.valid(); m++ {
		if strings.EqualFold(s, metricNames[m]) {
			return m, true
		}
	}
	return 0, false
}

func (m Metric) valid() bool { return m > 0 && int(m) < len(metricNames) }

// Dimensions returns how many coordinates a city has: 2, 3, or 0 for Explicit.
func (m Metric) Dimensions() int {
	switch m {
	case Euc2D, Ceil2D, Man2D, Max2D, Geo, Att, Geom, Floor2D:
		return 2
	case Euc3D, Man3D, Max3D, Ceil3D, Floor3D:
		return 3
	}
	return 0
}

// spherical says whether coordinates are latitudes and longitudes.
func (m Metric) spherical() bool { return m == Geo || m == Geom }

// TSPLIB's constants, with its own rounding of pi.
const (
	geoPi     = 3.141592
	geoRadius = 6378.388
)

// geoRadians converts TSPLIB's DDD.MM (degrees and minutes) to radians. The degrees are truncated: TSPLIB's text says
// rounded, but its published optima hold for truncation.
func geoRadians(v float64) float64 {
	degrees := math.Trunc(v)
	minutes := v - degrees
	return geoPi * (degrees + float64(5*minutes)/3) / 180
}

// nint rounds a distance that is not negative to the nearest integer, a half up, as TSPLIB does.
func nint(v float64) int64 { return int64(v + 0.5) }

func euclidean(dx, dy float64) float64 { return math.Sqrt(float64(dx*dx) + float64(dy*dy)) }

func euclidean3(dx, dy, dz float64) float64 {
	return math.Sqrt(float64(dx*dx) + float64(dy*dy) + float64(dz*dz))
}

func pseudoEuclidean(dx, dy float64) int64 {
	exact := math.Sqrt((float64(dx*dx) + float64(dy*dy)) / 10)
	rounded := nint(exact)
	if float64(rounded) < exact {
		rounded++
	}
	return rounded
}

// great returns TSPLIB's distance between two places given in radians. Rounding may take the cosine just outside
// [-1, 1], whose arc has no value.
func great(lat1, lon1, lat2, lon2 float64) int64 {
	q1, q2, q3 := math.Cos(lon1-lon2), math.Cos(lat1-lat2), math.Cos(lat1+lat2)
	cosine := 0.5 * (float64((1+q1)*q2) - float64((1-q1)*q3))
	return int64(float64(geoRadius*math.Acos(max(-1, min(1, cosine)))) + 1)
}

// geomRadius is the radius of the sphere in metres.
const geomRadius = 6378388.0

// greatMetres returns GEOM's distance between two places given in radians.
func greatMetres(lat1, lon1, lat2, lon2 float64) int64 {
	sinHalf, cosHalf := math.Sincos((lon1 - lon2) / 2)
	sin2, cos2 := float64(sinHalf*sinHalf), float64(cosHalf*cosHalf)
	across := math.Cos(lat2) * math.Sin(lon1-lon2)
	along := float64(math.Sin(lat1+lat2)*sin2) - float64(math.Sin(lat1-lat2)*cos2)
	ahead := float64(math.Cos(lat1-lat2)*cos2) - float64(math.Cos(lat1+lat2)*sin2)
	return int64(float64(geomRadius*math.Atan2(math.Sqrt(float64(across*across)+float64(along*along)), ahead)) + 1)
}

// displaced returns the distance between two cities that differ by dx, dy and dz, for any metric of coordinates on no sphere.
// It does not overflow where the true distance is below 2^62.
func (m Metric) displaced(dx, dy, dz float64) int64 {
	switch m {
	case Euc2D:
		return nint(euclidean(dx, dy))
	case Ceil2D:
		return int64(math.Ceil(euclidean(dx, dy)))
	case Floor2D:
		return int64(euclidean(dx, dy))
	case Man2D:
		return nint(math.Abs(dx) + math.Abs(dy))
	case Max2D:
		return max(nint(math.Abs(dx)), nint(math.Abs(dy)))
	case Att:
		return pseudoEuclidean(dx, dy)
	case Euc3D:
		return nint(euclidean3(dx, dy, dz))
	case Ceil3D:
		return int64(math.Ceil(euclidean3(dx, dy, dz)))
	case Floor3D:
		return int64(euclidean3(dx, dy, dz))
	case Man3D:
		return nint(math.Abs(dx) + math.Abs(dy) + math.Abs(dz))
	case Max3D:
		return max(nint(math.Abs(dx)), nint(math.Abs(dy)), nint(math.Abs(dz)))
	}
	panic("tsp: a metric without displacements")
}
