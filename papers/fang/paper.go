package fang

// Machines are those of the paper.
var Machines = [4]string{"GTX 1080 Ti", "GTX Titan X", "i9 7940X", "Ryzen 7 2700X"}

// Printed is a row of the paper's Table 1 or 2: medians of 100 times in milliseconds, by machine, and their standard
// deviations; 0 where the table does not have the machine.
type Printed struct {
	Size
	Times, Sigmas [4]float64
}

// Table1 is the paper's Table 1. It prints 336.196 for the last time of the i9, where all others have two digits.
var Table1 = []Printed{
	{Size{1024, 8, 35, 1}, [4]float64{2.20, 3.04, 3.26, 4.61}, [4]float64{0.09, 0.12, 0.72, 0.20}},
	{Size{1024, 8, 67, 1}, [4]float64{3.34, 4.73, 10.42, 14.95}, [4]float64{0.14, 0.10, 1.16, 1.21}},
	{Size{1024, 8, 99, 1}, [4]float64{5.05, 7.66, 22.28, 31.06}, [4]float64{0.33, 0.10, 1.43, 1.12}},
	{Size{1024, 32, 35, 1}, [4]float64{6.97, 10.85, 11.06, 16.03}, [4]float64{0.63, 0.44, 1.40, 0.91}},
	{Size{1024, 32, 67, 1}, [4]float64{9.85, 17.13, 40.02, 56.18}, [4]float64{0.89, 0.13, 1.29, 1.82}},
	{Size{1024, 32, 99, 1}, [4]float64{16.90, 28.49, 87.31, 121.75}, [4]float64{1.22, 0.22, 1.81, 2.64}},
	{Size{4096, 8, 35, 1}, [4]float64{6.48, 11.54, 12.08, 16.73}, [4]float64{0.57, 0.11, 1.44, 0.49}},
	{Size{4096, 8, 67, 1}, [4]float64{9.84, 17.75, 40.18, 55.50}, [4]float64{0.71, 0.12, 1.54, 1.40}},
	{Size{4096, 8, 99, 1}, [4]float64{16.94, 30.13, 85.09, 118.61}, [4]float64{0.98, 0.10, 1.79, 2.25}},
	{Size{4096, 32, 35, 1}, [4]float64{23.27, 44.33, 42.21, 60.32}, [4]float64{1.47, 0.44, 1.79, 1.31}},
	{Size{4096, 32, 67, 1}, [4]float64{37.78, 70.08, 154.70, 217.85}, [4]float64{2.19, 0.69, 1.96, 3.86}},
	{Size{4096, 32, 99, 1}, [4]float64{66.30, 118.56, 336.196, 471.87}, [4]float64{1.75, 0.53, 3.96, 6.80}},
}

// Table2 is the paper's Table 2.
var Table2 = []Printed{
	{Size{1024, 8, 35, 1}, [4]float64{2.20, 0, 3.26}, [4]float64{0.09, 0, 0.72}},
	{Size{1024, 8, 35, 8}, [4]float64{1.88, 0, 7.81}, [4]float64{0.05, 0, 0.11}},
	{Size{1024, 8, 35, 16}, [4]float64{1.82, 0, 14.05}, [4]float64{0.02, 0, 0.15}},
	{Size{1024, 8, 67, 1}, [4]float64{3.34, 0, 10.42}, [4]float64{0.14, 0, 1.16}},
	{Size{1024, 8, 67, 8}, [4]float64{3.40, 0, 27.39}, [4]float64{0.13, 0, 0.47}},
	{Size{1024, 8, 67, 16}, [4]float64{2.75, 0, 50.11}, [4]float64{0.02, 0, 0.55}},
	{Size{4096, 8, 35, 1}, [4]float64{6.48, 0, 12.08}, [4]float64{0.57, 0, 1.44}},
	{Size{4096, 8, 35, 8}, [4]float64{6.26, 0, 29.42}, [4]float64{0.03, 0, 0.28}},
	{Size{4096, 8, 35, 16}, [4]float64{6.26, 0, 53.70}, [4]float64{0.02, 0, 0.44}},
	{Size{4096, 8, 67, 1}, [4]float64{9.84, 0, 40.18}, [4]float64{0.71, 0, 1.54}},
	{Size{4096, 8, 67, 8}, [4]float64{10.00, 0, 104.61}, [4]float64{0.89, 0, 0.86}},
	{Size{4096, 8, 67, 16}, [4]float64{9.91, 0, 193.39}, [4]float64{0.70, 0, 0.98}},
}

// contradictions are what the paper's listings and its text say differently; construct.AssignStored keeps to the text.
var contradictions = []string{
	"The paper's Algorithm 3 adds up initial ratings in its prefix sum (line 5); its text adds up mapped ones, as we do.",
	"Its Algorithm 3 stores the whole group's sum for each segment (line 9); its text and Algorithm 4 need the sum up to the segment's end.",
	"Its Algorithms 1 and 4 take the possibility with left <= v and right < v (lines 25 and 6); only left <= v < right can be meant.",
	"Its text has up to 27 times the speed of CPUs; its tables have 193.39 / 9.91 = 19.5 at most. The Ryzen, which Table 2 leaves out, may have had 27.",
}
