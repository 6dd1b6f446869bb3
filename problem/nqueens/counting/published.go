package counting

// published is the number of solutions for n from 0, entry A000170 of the On-Line Encyclopedia of Integer Sequences. Up
// to 26 more than one group has computed them; 27 is by Preußer and Engelhardt, "Putting queens in carry chains, no 27"
// (Journal of Signal Processing Systems, 2017).
var published = [...]uint64{
	1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512, 95_815_104, 666_090_624,
	4_968_057_848, 39_029_188_884, 314_666_222_712, 2_691_008_701_644, 24_233_937_684_440, 227_514_171_973_736,
	2_207_893_435_808_352, 22_317_699_616_364_044, 234_907_967_154_122_528,
}

// Published returns the published number of solutions of n queens; ok is false where there is none.
func Published(n int) (count uint64, ok bool) {
	if n < 0 || n >= len(published) {
		return 0, false
	}
	return published[n], true
}
