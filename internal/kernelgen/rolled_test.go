package kernelgen

import (
	"strings"
	"testing"
)

// The loop that ptxas does not end when it has unrolled it four times, as clang writes it; and loops that it unrolls as it should.
func TestKeepRolled(t *testing.T) {
	const down = `$L__BB0_122:
	add.s64 	%rd326, %rd676, -1;
	and.b64  	%rd676, %rd326, %rd676;
	add.s32 	%r1171, %r1171, -8;
	setp.lt.u32 	%p70, %r1171, -2;
`
	const up = `$L__BB0_4:
	add.s64 	%rd9, %rd9, -8;
	add.s32 	%r7, %r7, 8;
	setp.gt.u32 	%p3, %r8, -4;
`
	const signed = `$L__BB0_4:
	add.s32 	%r7, %r7, -1;
	setp.gt.s32 	%p3, %r7, -4;
`
	for name, v := range map[string]struct {
		ptx   string
		marks bool
	}{
		"down":             {down + "\t@%p70 bra \t$L__BB0_122;\n", true},
		"down, turned":     {down + "\t@!%p70 bra \t$L__BB0_123;\n\tbra.uni \t$L__BB0_122;\n$L__BB0_123:\n", true},
		"down, no loop":    {down + "\t@%p70 bra \t$L__BB0_123;\n$L__BB0_123:\n", false},
		"by something new": {down + "\tsetp.ne.s32 \t%p70, %r3, 0;\n\t@%p70 bra \t$L__BB0_122;\n", false},
		"up":               {up + "\t@%p3 bra \t$L__BB0_4;\n", false},
		"signed":           {signed + "\t@%p3 bra \t$L__BB0_4;\n", false},
	} {
		want := v.ptx
		if v.marks {
			want = strings.Replace(want, "$L__BB0_122:\n", "$L__BB0_122:\n\t.pragma \"nounroll\";\n", 1)
		}
		if got := keepRolled(v.ptx, nil); got != want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// All loops of a kernel with the directive are marked, those that clang has marked already but once, and those of others are not.
func TestKeepRolled_Kernels(t *testing.T) {
	const mark = "\t.pragma \"nounroll\";\n"
	text := func(first, second string) string {
		const end = "\tadd.s32 \t%r7, %r7, 1;\n\tsetp.lt.s32 \t%p3, %r7, %r8;\n\t@%p3 bra \t"
		return ".visible .entry One(\n{\n$L__BB0_1:\n" + first + end + "$L__BB0_1;\n$L__BB0_2:\n" + mark + end + "$L__BB0_2;\n}\n" +
			".visible .entry Two(\n{\n$L__BB1_1:\n" + second + end + "$L__BB1_1;\n}\n"
	}
	if got := keepRolled(text("", ""), map[string]bool{"One": true}); got != text(mark, "") {
		t.Errorf("got\n%s", got)
	}
}
