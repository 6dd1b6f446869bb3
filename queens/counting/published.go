package counting

// published is the numbers of solutions for n from 0, all and fundamental: entries A000170 and A002562 of the On-Line
// Encyclopedia of Integer Sequences. The last is by Preußer and Engelhardt, "Putting queens in carry chains, No 27"
// (Journal of Signal Processing Systems, 2017).
var published = [...]struct{ all, fundamental uint64 }{
	{1, 1}, {1, 1}, {0, 0}, {0, 0}, {2, 1}, {10, 2}, {4, 1}, {40, 6}, {92, 12}, {352, 46},
	10: {724, 92},
	11: {2_680, 341},
	12: {14_200, 1_787},
	13: {73_712, 9_233},
	14: {365_596, 45_752},
	15: {2_279_184, 285_053},
	16: {14_772_512, 1_846_955},
	17: {95_815_104, 11_977_939},
	18: {666_090_624, 83_263_591},
	19: {4_968_057_848, 621_012_754},
	20: {39_029_188_884, 4_878_666_808},
	21: {314_666_222_712, 39_333_324_973},
	22: {2_691_008_701_644, 336_376_244_042},
	23: {24_233_937_684_440, 3_029_242_658_210},
	24: {227_514_171_973_736, 28_439_272_956_934},
	25: {2_207_893_435_808_352, 275_986_683_743_434},
	26: {22_317_699_616_364_044, 2_789_712_466_510_289},
	27: {234_907_967_154_122_528, 29_363_495_934_315_694},
}

// Published returns the published numbers of solutions of n queens, all and fundamental; ok is false where there are none.
func Published(n int) (all, fundamental uint64, ok bool) {
	if n < 0 || n >= len(published) {
		return 0, 0, false
	}
	return published[n].all, published[n].fundamental, true
}
