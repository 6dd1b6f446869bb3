package flowshop

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/taillard"
)

// Taillard makes the instance that belongs to a seed from 1 to 2^31-2 (Taillard, "Benchmarks for basic scheduling problems", 1993). Its
// times are from 1 to 99. One of his 120 is named ta001 to ta120.
func Taillard(jobs, machines int, seed int64) (*Instance, error) {
	if err := checkSize(jobs, machines); err != nil {
		return nil, fmt.Errorf("flowshop: %w", err)
	}
	if seed < 1 || seed >= taillard.Modulus-1 {
		return nil, fmt.Errorf("flowshop: the seed %d is not from 1 to %d", seed, taillard.Modulus-2)
	}
	p := newInstance(names.Of(jobs, machines, seed), jobs, machines, make([]int32, jobs*machines))
	times := taillard.Stream(seed)
	for k := range jobs * machines {
		p.Times[k%jobs*machines+k/jobs] = times.Uniform(1, 99)
	}
	return p, nil
}

// names are those of Taillard's 120 instances and of drawn ones.
var names = taillard.Names[int64]{Problem: "flowshop", Digits: 3, Example: "ta051", Drawn: "50x20:7", Classes: []taillard.Class[int64]{
	{Jobs: 20, Machines: 5, Seeds: [10]int64{
		873654221, 379008056, 1866992158, 216771124, 495070989, 402959317, 1369363414, 2021925980, 573109518, 88325120}},
	{Jobs: 20, Machines: 10, Seeds: [10]int64{
		587595453, 1401007982, 873136276, 268827376, 1634173168, 691823909, 73807235, 1273398721, 2065119309, 1672900551}},
	{Jobs: 20, Machines: 20, Seeds: [10]int64{
		479340445, 268827376, 1958948863, 918272953, 555010963, 2010851491, 1519833303, 1748670931, 1923497586, 1829909967}},
	{Jobs: 50, Machines: 5, Seeds: [10]int64{
		1328042058, 200382020, 496319842, 1203030903, 1730708564, 450926852, 1303135678, 1273398721, 587288402, 248421594}},
	{Jobs: 50, Machines: 10, Seeds: [10]int64{
		1958948863, 575633267, 655816003, 1977864101, 93805469, 1803345551, 49612559, 1899802599, 2013025619, 578962478}},
	{Jobs: 50, Machines: 20, Seeds: [10]int64{
		1539989115, 691823909, 655816003, 1315102446, 1949668355, 1923497586, 1805594913, 1861070898, 715643788, 464843328}},
	{Jobs: 100, Machines: 5, Seeds: [10]int64{
		896678084, 1179439976, 1122278347, 416756875, 267829958, 1835213917, 1328833962, 1418570761, 161033112, 304212574}},
	{Jobs: 100, Machines: 10, Seeds: [10]int64{
		1539989115, 655816003, 960914243, 1915696806, 2013025619, 1168140026, 1923497586, 167698528, 1528387973, 993794175}},
	{Jobs: 100, Machines: 20, Seeds: [10]int64{
		450926852, 1462772409, 1021685265, 83696007, 508154254, 1861070898, 26482542, 444956424, 2115448041, 118254244}},
	{Jobs: 200, Machines: 10, Seeds: [10]int64{
		471503978, 1215892992, 135346136, 1602504050, 160037322, 551454346, 519485142, 383947510, 1968171878, 540872513}},
	{Jobs: 200, Machines: 20, Seeds: [10]int64{
		2013025619, 475051709, 914834335, 810642687, 1019331795, 2056065863, 1342855162, 1325809384, 1988803007, 765656702}},
	{Jobs: 500, Machines: 20, Seeds: [10]int64{
		1368624604, 450181436, 1927888393, 1759567256, 606425239, 19268348, 1298201670, 2041736264, 379756761, 28837162}},
}}

// Prefix begins the names of instances that need no file: flowshop:ta051, and flowshop:50x20 and flowshop:50x20:7, which are drawn, the
// latter by the seed 7; 1 if none is given.
const Prefix = "flowshop:"

// Named makes the instance that a text names; file is the text's name for messages.
func Named(text, file string) (*Instance, error) {
	asked, err := names.Parse(text, file)
	if err != nil {
		return nil, err
	}
	if asked.Published {
		return Taillard(asked.Jobs, asked.Machines, asked.Seed)
	}
	return Draw(asked.Jobs, asked.Machines, asked.Draw)
}

// Draw draws an instance whose times are uniform in [1, 99].
func Draw(jobs, machines int, seed uint64) (*Instance, error) {
	if err := checkSize(jobs, machines); err != nil {
		return nil, fmt.Errorf("flowshop: %w", err)
	}
	r := multiwalk.NewRand(seed, 0)
	times := make([]int32, jobs*machines)
	for k := range times {
		times[k] = int32(1 + r.IntN(99))
	}
	return newInstance(fmt.Sprintf("flowshop-%dx%d-seed%d", jobs, machines, seed), jobs, machines, times), nil
}
