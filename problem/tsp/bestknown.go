package tsp

import (
	"maps"
	"slices"
	"strings"
)

// BestKnown returns the published best cost of an instance of TSPLIB, symmetric or not, by its name in any case, and
// whether it is proven optimal. All of TSPLIB is solved, the last (pla85900) in 2006. linhp318's is the length of the
// path between the ends of its one fixed edge, while a tour's Cost counts that edge too; its file is named lin318
// inside, as is the instance without the fixed edge, so pass it the name of the file.
func BestKnown(name string) (cost int64, optimal, ok bool) {
	cost, ok = optima[strings.ToLower(name)]
	return cost, ok, ok
}

// BestKnown looks the instance up by its name, and corrects for what the name does not tell: with fixed edges the
// cost is that of the best tour which has them, as Cost counts it, and dsj1000 has two published metrics.
func (p *Instance) BestKnown() (cost int64, optimal, ok bool) {
	name := strings.ToLower(p.name)
	switch {
	case len(p.fixed) == 1 && p.N == 318 && (name == "lin318" || name == "linhp318"):
		return optima["linhp318"] + p.EdgeCost(p.fixed[0][0], p.fixed[0][1]), true, true
	case len(p.fixed) > 0:
		return 0, false, false
	case name == "dsj1000" && p.Metric == Ceil2D:
		name = "dsj1000ceil"
	}
	return BestKnown(name)
}

// BestKnownNames returns the names that BestKnown knows, sorted.
func BestKnownNames() []string { return slices.Sorted(maps.Keys(optima)) }

// optima are from G. Reinelt's lists of optimal solutions for the symmetric and the asymmetric instances.
var optima = map[string]int64{
	"a280":        2579,
	"ali535":      202339,
	"att48":       10628,
	"att532":      27686,
	"bayg29":      1610,
	"bays29":      2020,
	"berlin52":    7542,
	"bier127":     118282,
	"brazil58":    25395,
	"brd14051":    469385,
	"brg180":      1950,
	"burma14":     3323,
	"ch130":       6110,
	"ch150":       6528,
	"d1291":       50801,
	"d15112":      1573084,
	"d1655":       62128,
	"d18512":      645238,
	"d198":        15780,
	"d2103":       80450,
	"d493":        35002,
	"d657":        48912,
	"dantzig42":   699,
	"dsj1000":     18659688,
	"dsj1000ceil": 18660188,
	"eil101":      629,
	"eil51":       426,
	"eil76":       538,
	"fl1400":      20127,
	"fl1577":      22249,
	"fl3795":      28772,
	"fl417":       11861,
	"fnl4461":     182566,
	"fri26":       937,
	"gil262":      2378,
	"gr120":       6942,
	"gr137":       69853,
	"gr17":        2085,
	"gr202":       40160,
	"gr21":        2707,
	"gr229":       134602,
	"gr24":        1272,
	"gr431":       171414,
	"gr48":        5046,
	"gr666":       294358,
	"gr96":        55209,
	"hk48":        11461,
	"kroa100":     21282,
	"kroa150":     26524,
	"kroa200":     29368,
	"krob100":     22141,
	"krob150":     26130,
	"krob200":     29437,
	"kroc100":     20749,
	"krod100":     21294,
	"kroe100":     22068,
	"lin105":      14379,
	"lin318":      42029,
	"linhp318":    41345,
	"nrw1379":     56638,
	"p654":        34643,
	"pa561":       2763,
	"pcb1173":     56892,
	"pcb3038":     137694,
	"pcb442":      50778,
	"pla33810":    66048945,
	"pla7397":     23260728,
	"pla85900":    142382641,
	"pr1002":      259045,
	"pr107":       44303,
	"pr124":       59030,
	"pr136":       96772,
	"pr144":       58537,
	"pr152":       73682,
	"pr226":       80369,
	"pr2392":      378032,
	"pr264":       49135,
	"pr299":       48191,
	"pr439":       107217,
	"pr76":        108159,
	"rat195":      2323,
	"rat575":      6773,
	"rat783":      8806,
	"rat99":       1211,
	"rd100":       7910,
	"rd400":       15281,
	"rl11849":     923288,
	"rl1304":      252948,
	"rl1323":      270199,
	"rl1889":      316536,
	"rl5915":      565530,
	"rl5934":      556045,
	"si1032":      92650,
	"si175":       21407,
	"si535":       48450,
	"st70":        675,
	"swiss42":     1273,
	"ts225":       126643,
	"tsp225":      3916,
	"u1060":       224094,
	"u1432":       152970,
	"u159":        42080,
	"u1817":       57201,
	"u2152":       64253,
	"u2319":       234256,
	"u574":        36905,
	"u724":        41910,
	"ulysses16":   6859,
	"ulysses22":   7013,
	"usa13509":    19982859,
	"vm1084":      239297,
	"vm1748":      336556,
	"br17":        39,
	"ft53":        6905,
	"ft70":        38673,
	"ftv170":      2755,
	"ftv33":       1286,
	"ftv35":       1473,
	"ftv38":       1530,
	"ftv44":       1613,
	"ftv47":       1776,
	"ftv55":       1608,
	"ftv64":       1839,
	"ftv70":       1950,
	"kro124p":     36230,
	"p43":         5620,
	"rbg323":      1326,
	"rbg358":      1163,
	"rbg403":      2465,
	"rbg443":      2720,
	"ry48p":       14422,
}
