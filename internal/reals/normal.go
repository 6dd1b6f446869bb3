package reals

import "math"

// Normal returns the number below which a standard normal variable lies with probability u, 0 < u < 1, to 1e-15 of it: algorithm AS 241
// (Wichura, "The percentage points of the normal distribution", Applied Statistics 37, 1988). It is made of operations that are rounded
// alike everywhere, each by itself, so that it gives the same bits on every machine. One uniform number gives one normal number, whatever
// their order.
func Normal(u float64) float64 {
	q := u - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		return float64(q*polynomial(r, &central[0])) / polynomial(r, &central[1])
	}
	r := u
	if q > 0 {
		r = 1 - u
	}
	r = math.Sqrt(-Log(r))
	v := 0.0
	if r <= 5 {
		v = polynomial(r-1.6, &middle[0]) / polynomial(r-1.6, &middle[1])
	} else {
		v = polynomial(r-5, &far[0]) / polynomial(r-5, &far[1])
	}
	if q < 0 {
		return -v
	}
	return v
}

// polynomial has the coefficients c, that of the highest power first.
func polynomial(x float64, c *[8]float64) float64 {
	sum := c[0]
	for _, k := range c[1:] {
		sum = float64(sum*x) + k
	}
	return sum
}

// The coefficients of AS 241, numerators and denominators.
var (
	central = [2][8]float64{
		{2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
			1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0},
		{5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
			5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1}}
	middle = [2][8]float64{
		{7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
			3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0},
		{1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
			6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1}}
	far = [2][8]float64{
		{2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
			2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0},
		{2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
			1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1}}
)

// Log returns the natural logarithm of x, a positive finite number, to two units in the last place, with the same bits everywhere. With
// x = 2^k m, sqrt(1/2) <= m < sqrt(2) and s = (m-1)/(m+1), it is k ln 2 + 2 artanh(s), by the odd powers of s up to the 21st.
func Log(x float64) float64 {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	s := (m - 1) / (m + 1)
	s2 := float64(s * s)
	sum := 0.0
	for odd := 21; odd >= 3; odd -= 2 {
		sum = float64((sum + 1/float64(odd)) * s2)
	}
	return float64(float64(k)*math.Ln2) + float64(2*s*(1+sum))
}
