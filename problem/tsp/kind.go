package tsp

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// otherTypes are the types of TSPLIB and of its successors that this package does not read.
var otherTypes = map[string]string{
	"CVRP":      "capacitated vehicle routing; read it as problem cvrp, by package problem/cvrp",
	"ACVRP":     "capacitated vehicle routing with distances that depend on the direction",
	"VRP":       "vehicle routing",
	"DCVRP":     "vehicle routing with capacities and longest routes",
	"ADCVRP":    "vehicle routing with capacities and longest routes",
	"OVRP":      "vehicle routing with open routes",
	"CCVRP":     "cumulative vehicle routing",
	"MDVRP":     "vehicle routing from several depots",
	"PVRP":      "periodic vehicle routing",
	"SDVRP":     "vehicle routing with split deliveries",
	"VRPTW":     "vehicle routing with time windows",
	"CVRPTW":    "vehicle routing with time windows",
	"VRPB":      "vehicle routing with backhauls",
	"VRPBTW":    "vehicle routing with backhauls and time windows",
	"VRPMPD":    "vehicle routing with pickups and deliveries",
	"VRPMPDTW":  "vehicle routing with pickups, deliveries and time windows",
	"VRPPD":     "vehicle routing with pickups and deliveries",
	"VRPSPD":    "vehicle routing with pickups and deliveries",
	"VRPSPDTW":  "vehicle routing with pickups, deliveries and time windows",
	"PDPTW":     "pickups and deliveries with time windows",
	"PDP":       "pickups and deliveries",
	"PDTSP":     "a tour with pickups and deliveries",
	"PDTSPF":    "a tour with pickups and deliveries, first in, first out",
	"PDTSPL":    "a tour with pickups and deliveries, last in, first out",
	"1-PDTSP":   "a tour with pickups and deliveries of one commodity",
	"M-PDTSP":   "a tour with pickups and deliveries of several commodities",
	"M1-PDTSP":  "a tour with pickups and deliveries of several commodities",
	"SOP":       "sequential ordering, a tour with precedences",
	"TSPTW":     "a tour with time windows",
	"TSPDL":     "a tour with draft limits",
	"TSPPD":     "a tour with pickups and deliveries",
	"TRP":       "the travelling repairman, a tour of least waiting",
	"MTRP":      "travelling repairmen, tours of least waiting",
	"MTRPD":     "travelling repairmen, tours of least waiting",
	"RCTVRP":    "vehicle routing with risks",
	"RCTVRPTW":  "vehicle routing with risks and time windows",
	"CTSP":      "coloured travelling salesmen, of whom each has cities of his own",
	"CTSP-D":    "clustered tours with priorities",
	"CLUSTERED": "clustered tours",
	"GTSP":      "the generalised travelling salesman problem, one city of each set",
	"AGTSP":     "the generalised travelling salesman problem, one city of each set",
	"BWTSP":     "the black and white travelling salesman problem",
	"CBTSP":     "the travelling salesman problem with colours in balance",
	"CBNTSP":    "the travelling salesman problem with colours in balance",
	"CCCTSP":    "the travelling salesman problem with cumulative capacity",
	"CTTRP":     "truck and trailer routing",
	"TTRP":      "truck and trailer routing",
	"KTSP":      "a tour of k of the cities",
	"MSCTSP":    "a tour whose shortest edge is to be long",
	"OCMTSP":    "several tours, open or closed",
	"STTSP":     "the Steiner travelling salesman problem",
	"TSPF":      "a tour with forced edges",
	"MTSP":      "tours of several salesmen",
	"OP":        "the orienteering problem, the best cities within a length",
	"PCTSP":     "a tour that collects prizes",
	"HCP":       "the Hamiltonian cycle problem; as a TSP it has weight 0 for edges and 1 for others",
	"MLP":       "least latency, a tour of least waiting",
	"CARP":      "capacitated arc routing",
	"TSP-D":     "a tour of a truck with a drone",
	"EVRP":      "vehicle routing with electric vehicles",
	"EVRPTW":    "vehicle routing with electric vehicles and time windows",
	"HFVRP":     "vehicle routing with vehicles of several kinds",
	"MDVRPTW":   "vehicle routing from several depots with time windows",
	"LRP":       "location and routing",
	"IRP":       "inventory routing",
}

// OtherType says what a type of TSPLIB, the word behind TYPE in any case, is that Read refuses; it is empty for one that Read takes or
// that nobody knows.
func OtherType(word string) string { return otherTypes[strings.ToUpper(word)] }

// setKind looks at the first word alone: TSPLIB's fri26 names a person after it.
func (d *reader) setKind(value []byte) error {
	word, _ := firstWord(value)
	d.kind = strings.ToUpper(string(word))
	switch {
	case d.kind == "TSP" || d.kind == "ATSP" || d.kind == "HPP":
		return nil
	case d.kind == "TOUR":
		return d.fail("TYPE TOUR", "TYPE TSP or ATSP", "give the instance's file; a tour is read by ReadTour, and by --start")
	case OtherType(d.kind) != "":
		what, remedy, _ := strings.Cut(OtherType(d.kind), "; ")
		return d.fail(fmt.Sprintf("TYPE %s (%s)", d.kind, what), "TYPE TSP, ATSP or HPP", cmp.Or(remedy,
			"that problem is not read; if a tour without its further rules will do, write TYPE: TSP and remove what they need"))
	}
	return d.fail("TYPE "+quoted(word), "TYPE TSP, ATSP or HPP", "write which of them it is")
}

// Sniff tells from the beginning of a file, a few kilobytes, whether it is a TSPLIB file of TYPE TSP or ATSP: it
// names such a type, or it names none but has a DIMENSION and an EDGE_WEIGHT_TYPE and no CAPACITY.
func Sniff(prefix []byte) bool {
	kind := typeOf(prefix)
	return kind == "TSP" || kind == "ATSP"
}

// SniffPath tells as Sniff does whether it is one of TYPE HPP, an open path.
func SniffPath(prefix []byte) bool { return typeOf(prefix) == "HPP" }

// typeOf returns the word behind TYPE, TSP for a file that has none and goes without saying, or nothing.
func typeOf(prefix []byte) string {
	var dimension, weights bool
	for line := range bytes.Lines(bounded.Unmark(prefix)) {
		key, value, _ := keywordOf(bytes.TrimSpace(line))
		switch key {
		case "TYPE":
			word, _ := firstWord(value)
			return strings.ToUpper(string(word))
		case "CAPACITY":
			return ""
		case "DIMENSION":
			dimension = true
		case "EDGE_WEIGHT_TYPE":
			weights = true
		}
	}
	if dimension && weights {
		return "TSP"
	}
	return ""
}
