package real

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// sine is sin(x) by its series, in 200 bits.
func sine(x *big.Float) float64 {
	square := new(big.Float).Mul(x, x)
	sum, term := new(big.Float).Set(x), new(big.Float).Set(x)
	for k := int64(2); k < 120; k += 2 {
		term.Mul(term, square)
		term.Quo(term, big.NewFloat(float64(-k*(k+1))))
		sum.Add(sum, term)
	}
	v, _ := sum.Float64()
	return v
}

// turns returns pi times x, in 200 bits.
func turns(x float64) *big.Float {
	pi, _, err := big.ParseFloat("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899", 10, 200, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return new(big.Float).SetPrec(200).Mul(pi, big.NewFloat(x))
}

func near(t *testing.T, what string, x, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s(%v) is %v, not %v", what, x, got, want)
	}
}

func TestReal_AgreesWithSeries(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		x := math.Ldexp(2*r.Float64()-1, r.IntN(12)-8)
		s := sine(turns(x))
		near(t, "SinPi", x, SinPi(x), s, 3*0x1p-52*math.Abs(s))
		near(t, "SquareSinPi", x, SquareSinPi(x), s*s, 8*0x1p-52*s*s)
		near(t, "CosPi", x, CosPi(x), sine(new(big.Float).Add(turns(x), turns(0.5))), 0x1p-52)
		plain := sine(new(big.Float).SetPrec(200).SetFloat64(x))
		near(t, "Sin", x, Sin(x), plain, 0x1p-52)
		near(t, "Cos", x, Cos(x), math.Cos(x), 0x1p-51)
	}
	for range 1000 {
		x := 1e9 * (r.Float64() - 0.5)
		near(t, "Sin", x, Sin(x), math.Sin(x), 0x1p-51)
		near(t, "Cos", x, Cos(x), math.Cos(x), 0x1p-51)
	}
}

func TestReal_AgreesWithMath(t *testing.T) {
	for x := -690.0; x < 690; x += 1.37 {
		near(t, "Exp", x, Exp(x), math.Exp(x), 1.5e-13*math.Exp(x))
		y := math.Exp(x)
		near(t, "Log", y, Log(y), math.Log(y), 1e-15*math.Abs(x)+1e-16)
		near(t, "Pow", y, Pow(y, 0.4), math.Pow(y, 0.4), 1e-12*math.Pow(y, 0.4))
	}
}

func TestReal_Edges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"SinPi(1)", SinPi(1), 0}, {"SinPi(0.5)", SinPi(0.5), 1}, {"SinPi(1.5)", SinPi(1.5), -1}, {"SinPi(-0.5)", SinPi(-0.5), -1},
		{"SinPi(inf)", SinPi(inf), nan}, {"CosPi(3)", CosPi(3), -1}, {"CosPi(nan)", CosPi(nan), nan}, {"Sin(0)", Sin(0), 0},
		{"Cos(0)", Cos(0), 1}, {"Sin(inf)", Sin(inf), nan}, {"Cos(-inf)", Cos(-inf), nan}, {"Exp(-1e9)", Exp(-1e9), 0},
		{"Exp(1e9)", Exp(1e9), inf}, {"Exp(nan)", Exp(nan), nan}, {"Exp(0)", Exp(0), 1}, {"Log(0)", Log(0), -inf},
		{"Log(-1)", Log(-1), nan}, {"Log(inf)", Log(inf), inf}, {"Log(1)", Log(1), 0}, {"Pow(0,2)", Pow(0, 2), 0}, {"Pow(0,0)", Pow(0, 0), 1},
	} {
		if c.got != c.want && !(c.got != c.got && c.want != c.want) {
			t.Errorf("%s is %v, not %v", c.name, c.got, c.want)
		}
	}
}
