package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
)

// heights of a plant, in centimetres, a week apart.
var heights = []float64{3.1, 4.6, 8.0, 12.1, 19.4, 27.8, 36.0, 43.9, 48.2, 51.8, 53.1, 54.2}

// model is how high a plant is after t weeks: it grows to the height x[0], fastest in week x[2], and x[1] says how fast.
func model(x []float64, t float64) float64 { return x[0] / (1 + math.Exp(-x[1]*(t-x[2]))) }

// misfit is the sum of the squared differences.
func misfit(x []float64) float64 {
	sum := 0.0
	for week, height := range heights {
		d := model(x, float64(week)) - height
		sum += d * d
	}
	return sum
}

// plot marks the plant by o, the model by + and both by *.
func plot(x []float64) {
	for week, height := range heights {
		line := []byte(strings.Repeat(" ", 58))
		at, measured := int(math.Round(model(x, float64(week)))), int(math.Round(height))
		line[at], line[measured] = '+', 'o'
		if at == measured {
			line[at] = '*'
		}
		fmt.Printf("%2d |%s\n", week, strings.TrimRight(string(line), " "))
	}
}

func main() {
	growth := continuous.Func{
		Lower: []float64{1, 0.01, 0}, Upper: []float64{500, 10, 30},
		F: misfit,
	}
	res, err := continuous.Minimize(context.Background(), growth, nil, multiwalk.Settings{
		Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(5000)},
	})
	if err != nil {
		panic(err)
	}
	fmt.Printf("misfit %.3f: it grows to %.1f cm, fastest after %.1f weeks\n", res.F, res.X[0], res.X[2])
	plot(res.X)
}
