package kernelgen

import (
	"regexp"
	"slices"
	"strings"
)

// What keepRolled looks at in a kernel's text.
var (
	label    = regexp.MustCompile(`^(\$L\w+):$`)
	guarded  = regexp.MustCompile(`^\t@!?(%p\d+) bra \t?(\$L\w+);$`)
	always   = regexp.MustCompile(`^\tbra\.uni \t?(\$L\w+);$`)
	pastZero = regexp.MustCompile(`^\tsetp\.\w+\.u(?:32|64) \t?(%p\d+), (%rd?\d+), -\d+;$`)
	compared = regexp.MustCompile(`^\tsetp\.[\w.]+ \t?(%p\d+),`)
	entry    = regexp.MustCompile(`^\.visible \.entry (\w+)\(`)
)

// rolledAnnotation says in the IR that a kernel has the directive. LLVM ignores it.
const rolledAnnotation = `, !"rolled", i32 1`

var annotation = regexp.MustCompile(`(?m)^!\d+ = !\{ptr @(\w+), !"kernel", i32 1.*` + rolledAnnotation)

// rolledKernels returns the kernels of a module all of whose loops are kept rolled.
func rolledKernels(ir string) map[string]bool {
	all := map[string]bool{}
	for _, m := range annotation.FindAllStringSubmatch(ir, -1) {
		all[m[1]] = true
	}
	return all
}

const nounroll = "\t.pragma \"nounroll\";\n"

// keepRolled forbids ptxas to unroll all loops of some kernels. LLVM has unrolled what is worth it, and the driver compiles such a kernel in
// half to four fifths of the time.
//
// In any kernel it forbids ptxas to unroll loops that count down past zero and end by an unsigned comparison with what is there, as LLVM
// writes a countdown that it has unrolled itself: i -= 8 while i < 2^32 - 2. Of four such steps at once ptxas (CUDA 13.0, at level 2
// and above) makes a loop that goes on while i > 22, which -1 is too where it should end: it does not end for 32 steps.
func keepRolled(ptx string, kernels map[string]bool) string {
	lines := strings.SplitAfter(ptx, "\n")
	at, counter := map[string]int{}, map[string]string{} // where a label stands; what a predicate has last compared in that way
	marks := map[int]bool{}
	last, kernel := "", ""
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\n")
		to, by := "", ""
		if m := label.FindStringSubmatch(line); m != nil {
			at[m[1]] = i
		} else if m := entry.FindStringSubmatch(line); m != nil {
			kernel = m[1]
		} else if m := pastZero.FindStringSubmatch(line); m != nil {
			counter[m[1]] = m[2]
		} else if m := compared.FindStringSubmatch(line); m != nil {
			delete(counter, m[1])
		} else if m := guarded.FindStringSubmatch(line); m != nil {
			by, to = m[1], m[2]
		} else if m := always.FindStringSubmatch(line); m != nil {
			by, to = last, m[1]
		}
		if head, back := at[to]; back && (kernels[kernel] || counts(lines[head:i], counter[by])) {
			marks[head] = lines[head+1] != nounroll
		}
		last = by
	}
	var out strings.Builder
	for i, line := range lines {
		out.WriteString(line)
		if marks[i] {
			out.WriteString(nounroll)
		}
	}
	return out.String()
}

// counts tells whether a loop takes a constant from a register.
func counts(loop []string, register string) bool {
	step := "\tadd.s32 \t" + register + ", " + register + ", -"
	return register != "" && slices.ContainsFunc(loop, func(line string) bool {
		return strings.HasPrefix(line, step) || strings.HasPrefix(line, strings.Replace(step, "s32", "s64", 1))
	})
}
