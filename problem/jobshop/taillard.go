package jobshop

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/taillard"
)

// Taillard makes the instance that belongs to a seed of times and one of machines, both from 1 to 2^31-2 (Taillard, "Benchmarks for basic
// scheduling problems", 1993). Its times are from 1 to 99. One of his 80 is named ta01 to ta80.
func Taillard(jobs, machines int, times, routes int64) (*Instance, error) {
	if err := checkSize(jobs, machines); err != nil {
		return nil, fmt.Errorf("jobshop: %w", err)
	}
	if min(times, routes) < 1 || max(times, routes) >= taillard.Modulus {
		return nil, fmt.Errorf("jobshop: the seeds %d and %d are not from 1 to %d", times, routes, taillard.Modulus-1)
	}
	n := jobs * machines
	a, b, time, machine := taillard.Stream(times), taillard.Stream(routes), make([]int32, n), make([]int32, n)
	for k := range time {
		time[k] = a.Uniform(1, 99)
	}
	for job := range jobs {
		route := machine[job*machines : (job+1)*machines]
		for m := range route {
			route[m] = int32(m)
		}
		for m := range route {
			j := b.Uniform(int32(m), int32(machines-1))
			route[m], route[j] = route[j], route[m]
		}
	}
	return New(names.Of(jobs, machines, [2]int64{times, routes}), jobs, machines, machine, time)
}

// names are those of Taillard's 80 instances and of drawn ones.
var names = taillard.Names[[2]int64]{Problem: "jobshop", Digits: 2, Example: "ta41", Drawn: "20x10:7", Classes: []taillard.Class[[2]int64]{
	{Jobs: 15, Machines: 15, Seeds: [10][2]int64{
		{840612802, 398197754}, {1314640371, 386720536}, {1227221349, 316176388}, {342269428, 1806358582}, {1603221416, 1501949241},
		{1357584978, 1734077082}, {44531661, 1374316395}, {302545136, 2092186050}, {1153780144, 1393392374}, {73896786, 1544979948},
	}},
	{Jobs: 20, Machines: 15, Seeds: [10][2]int64{
		{533484900, 317419073}, {1894307698, 1474268163}, {874340513, 509669280}, {1124986343, 1209573668}, {1463788335, 529048107},
		{1056908795, 25321885}, {195672285, 1717580117}, {961965583, 1353003786}, {1610169733, 1734469503}, {532794656, 998486810},
	}},
	{Jobs: 20, Machines: 20, Seeds: [10][2]int64{
		{1035939303, 773961798}, {5997802, 1872541150}, {1357503601, 722225039}, {806159563, 1166962073}, {1902815253, 1879990068},
		{1503184031, 1850351876}, {1032645967, 99711329}, {229894219, 1158117804}, {823349822, 108033225}, {1297900341, 489486403},
	}},
	{Jobs: 30, Machines: 15, Seeds: [10][2]int64{
		{98640593, 1981283465}, {1839268120, 248890888}, {573875290, 2081512253}, {1670898570, 788294565}, {1118914567, 1074349202},
		{178750207, 294279708}, {1549372605, 596993084}, {798174738, 151685779}, {553410952, 1329272528}, {1661531649, 1173386294},
	}},
	{Jobs: 30, Machines: 20, Seeds: [10][2]int64{
		{1841414609, 1357882888}, {2116959593, 1546338557}, {796392706, 1230864158}, {532496463, 254174057}, {2020525633, 978943053},
		{524444252, 185526083}, {1569394691, 487269855}, {1460267840, 1631446539}, {198324822, 1937476577}, {38071822, 1541985579},
	}},
	{Jobs: 50, Machines: 15, Seeds: [10][2]int64{
		{17271, 718939}, {660481279, 449650254}, {352229765, 949737911}, {1197518780, 166840558}, {1376020303, 483922052},
		{2106639239, 955932362}, {1765352082, 1209982549}, {1105092880, 1349003108}, {907248070, 919544535}, {2011630757, 1845447001},
	}},
	{Jobs: 50, Machines: 20, Seeds: [10][2]int64{
		{8493988, 2738939}, {1991925010, 709517751}, {342093237, 786960785}, {1634043183, 973178279}, {341706507, 286513148},
		{320167954, 1411193018}, {1089696753, 298068750}, {433032965, 1589656152}, {615974477, 331205412}, {236150141, 592292984},
	}},
	{Jobs: 100, Machines: 20, Seeds: [10][2]int64{
		{302034063, 1203569070}, {1437643198, 1692025209}, {1792475497, 1039908559}, {1647273132, 1012841433}, {696480901, 1689682358},
		{1785569423, 1092647459}, {117806902, 739059626}, {1639154709, 1319962509}, {2007423389, 749368241}, {682761130, 262763021},
	}},
}}

// Prefix begins the names of instances that need no file: jobshop:ta41, and jobshop:20x10 and jobshop:20x10:7, which are drawn, the latter by
// the seed 7; 1 if none is given.
const Prefix = "jobshop:"

// Named makes the instance that a text names; file is the text's name for messages.
func Named(text, file string) (*Instance, error) {
	asked, err := names.Parse(text, file)
	if err != nil {
		return nil, err
	}
	if asked.Published {
		return Taillard(asked.Jobs, asked.Machines, asked.Seed[0], asked.Seed[1])
	}
	return Draw(asked.Jobs, asked.Machines, asked.Draw)
}

// Draw draws an instance whose times are uniform in [1, 99], and whose jobs go through the machines in any order.
func Draw(jobs, machines int, seed uint64) (*Instance, error) {
	if err := checkSize(jobs, machines); err != nil {
		return nil, fmt.Errorf("jobshop: %w", err)
	}
	r := multiwalk.NewRand(seed, 0)
	times, machine := make([]int32, jobs*machines), make([]int32, jobs*machines)
	for k := range times {
		times[k] = int32(1 + r.IntN(99))
	}
	for job := range jobs {
		multiwalk.Permutation(machines).Random(r, machine[job*machines:(job+1)*machines])
	}
	return New(fmt.Sprintf("jobshop-%dx%d-seed%d", jobs, machines, seed), jobs, machines, machine, times)
}
