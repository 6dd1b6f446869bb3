//go:build !purego

package simd

func crossesVector(row, single []int32, alone int32, u, f, v, g []int32) {
	crossesAVX2(&row[0], &single[0], &u[0], &f[0], &v[0], &g[0], alone, len(u))
}

func meetingsVector(terms []int32, m *Meeting) {
	places := [6]*int32{&m.AI[0], &m.AJ[0], &m.BI[0], &m.BJ[0], &m.WeightI[0], &m.WeightJ[0]}
	numbers := [3]int32{m.Less, m.Own, m.Far}
	meetingsAVX2(&terms[0], &m.Now[0], &m.Then[0], &places, &numbers, len(terms))
}
