package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/kernelfile"
)

// use is what a kernel is for: the first that each of some methods launches on a GPU.
type use struct {
	kernel  string
	spaces  []string // in which it makes sense
	methods []string
	asks    string // the constraint that a type meets to get it
}

// uses lists them. Independent, restart and islands run on a GPU what they are made of.
var uses = []use{
	{"Explore", []string{"permutation", "tour", "binary", "integers", "product"},
		[]string{"climb", "anneal", "late-acceptance", "threshold", "record-to-record", "great-deluge", "vns", "ils"}, "kernel.Coster"},
	{"StartSwap", []string{"permutation"}, []string{"pspm"}, "kernel.Swapper"},
	{"StartTemper", []string{"permutation"}, []string{"parallel-tempering"}, "kernel.Swapper"},
	{"Evolve", []string{"permutation", "tour", "binary", "integers", "product"}, []string{"cellular", "generational"}, "kernel.Coster"},
	{"Genetic", []string{"permutation"}, []string{"genetic"}, "kernel.Coster"},
	{"TabuMoves", []string{"permutation", "tour", "binary", "integers", "product"}, []string{"tabu", "iterated-tabu"}, "a delta of its moves"},
	{"StartTabu", []string{"permutation"}, []string{"tabu", "iterated-tabu", "matrix-anneal", "memetic", "ants"}, "kernel.TabuSwapper"},
	{"TabuFlip", []string{"binary"}, []string{"iterated-tabu"}, "kernel.ByteRower"},
	{"TabuClash", []string{"integers"}, []string{"tabu", "iterated-tabu", "memetic"}, "kernel.Clasher"},
	{"TabuJoint", []string{"product"}, []string{"iterated-tabu"}, "kernel.JointWeigher"},
	{"Relocate", []string{"tour"}, []string{"pspm"}, "kernel.Metric"},
	{"Rotate", []string{"binary"}, []string{"quantum"}, "kernel.Coster"},
	{"March", []string{"tour"}, []string{"ants"}, "kernel.Metric"},
	{"Release", []string{"permutation", "tour", "binary", "integers", "product"}, []string{"iterated-greedy"}, "kernel.Releaser"},
	{"GreedyOrders", []string{"permutation"}, []string{"iterated-greedy"}, "kernel.Placer"},
	{"Flock", []string{"reals"}, []string{"particle-swarm", "differential-evolution"}, "kernel.RealCoster"},
	{"GrowTours", []string{"tour"}, []string{"eax"}, "kernel.Metric"},
}

// pricers is the methods that price the moves of a space for kernel Explore; without one it evaluates in full.
var pricers = map[string][]string{
	"permutation": {"SwapDelta", "InsertDelta", "TwoOptDelta"},
	"tour":        {"EdgeCost", "TwoOptDelta", "OrOptDelta", "SwapDelta", "InsertDelta"},
	"binary":      {"FlipDelta", "ChangeDelta"},
	"integers":    {"ChangeDelta"},
}

// sumUp says in three lines what a type gets, what for, and what would give it more; then what stands in the way.
func sumUp(w io.Writer, r kernelfile.Report) {
	over := ""
	if len(r.Spaces) > 0 {
		over = " over " + strings.Join(r.Spaces, ", ")
	}
	gets := map[string]bool{}
	var names, rare []string
	for _, k := range r.Kernels {
		useless := slices.ContainsFunc(uses, func(u use) bool { return u.kernel == k.Name && !u.fits(r) })
		switch gets[k.Name] = k.Device; {
		case !k.Device || useless:
		case slices.Contains(kernelfile.Rare, k.Name):
			rare = append(rare, k.Name)
		default:
			names = append(names, k.Name)
		}
	}
	heuristic := gets["Assign"] || gets["AssignWeighed"]
	switch {
	case len(r.Missed()) > 0:
		fmt.Fprintf(w, "%s%s cannot run on a device as it is\n", r.Type, over)
	case len(names) == 0:
		fmt.Fprintf(w, "%s%s gets no kernel: %s\n", r.Type, over, lacks(r, "Explore"))
	default:
		fmt.Fprintf(w, "%s%s gets the kernels %s\n", r.Type, over, strings.Join(names, ", ")+asked(rare))
		if heuristic {
			fmt.Fprintf(w, "  it is a heuristic of package successor, on cores and devices\n")
		}
		if methods := methodsFor(r, gets); len(methods) > 0 || !heuristic {
			fmt.Fprintf(w, "  methods that can search it on a GPU: %s; %s\n", enumerated(methods), pricing(r))
		}
		if more := wanting(r, gets); more != "" {
			fmt.Fprintf(w, "  %s\n", more)
		}
	}
	if !r.Problem && !heuristic {
		fmt.Fprintf(w, "  it has no method Space, and is no problem yet\n")
	}
	inTheWay(w, r)
}

// asked names the kernels that come by request alone.
func asked(rare []string) string {
	if len(rare) == 0 {
		return ""
	}
	return "; by kernel gen -with " + strings.Join(rare, ",") + " these too"
}

// methodsFor returns the methods that the type gets the kernels for.
func methodsFor(r kernelfile.Report, gets map[string]bool) (names []string) {
	for _, u := range uses {
		if !u.fits(r) || !gets[u.kernel] {
			continue
		}
		for _, m := range u.methods {
			if !slices.Contains(names, m) {
				names = append(names, m)
			}
		}
	}
	return names
}

// fits says whether the kernel makes sense in one of the type's spaces; where they are not known, it may.
func (u use) fits(r kernelfile.Report) bool {
	whole := r.Spaces
	if slices.Contains(whole, "product") {
		whole = []string{"product"}
	}
	return len(whole) == 0 || slices.ContainsFunc(whole, func(s string) bool { return slices.Contains(u.spaces, s) })
}

// pricing says how a GPU finds what a move would cost, or a vector.
func pricing(r kernelfile.Report) string {
	if slices.Contains(r.Spaces, "reals") {
		if slices.ContainsFunc(r.Methods, func(m kernelfile.Method) bool { return m.Name == "CostTerm" && m.Device }) {
			return "eight lanes evaluate a vector together, by CostTerm"
		}
		return "a lane of eight evaluates a vector; with a method CostTerm (see go doc kernel.RealTermer) all would"
	}
	if names := pricedBy(r); len(names) > 0 {
		return "what a move costs they ask " + enumerated(names)
	}
	return "what a move costs they find by a whole Cost for each move"
}

// pricedBy names the type's methods that price moves of its space on a device.
func pricedBy(r kernelfile.Report) (names []string) {
	for _, m := range r.Methods {
		if m.Device && m.Why == "" && slices.Contains(deltasOf(r), m.Name) {
			names = append(names, m.Name)
		}
	}
	return names
}

// deltasOf lists what would price the moves of the type's spaces.
func deltasOf(r kernelfile.Report) (names []string) {
	for space, list := range pricers {
		if len(r.Spaces) == 0 || slices.Contains(r.Spaces, space) {
			names = append(names, list...)
		}
	}
	return names
}

// wanting says what would bring the type more: kernels of its space that it does not fit, with what they ask, and a delta.
func wanting(r kernelfile.Report, gets map[string]bool) string {
	if len(r.Spaces) == 0 {
		return ""
	}
	by, has := map[string][]string{}, methodsFor(r, gets)
	var asks []string
	for _, u := range uses {
		if u.kernel == "Release" && !gets["Assign"] && !gets["AssignWeighed"] {
			continue // most types are no heuristics
		}
		if method, ok := strings.CutPrefix(lacks(r, u.kernel), "no method "); ok && u.fits(r) && !gets[u.kernel] {
			text := fmt.Sprintf("%s (see go doc %s)", method, u.asks)
			if by[text] == nil {
				asks = append(asks, text)
			}
			by[text] = append(by[text], u.methods...)
		}
	}
	var parts []string
	for _, text := range asks {
		fresh := slices.DeleteFunc(slices.Clone(by[text]), func(m string) bool { return slices.Contains(has, m) })
		if len(fresh) > 0 {
			parts = append(parts, fmt.Sprintf("give it a method %s, and %s can search it on a GPU too", text, enumerated(fresh)))
		} else {
			parts = append(parts, fmt.Sprintf("give it a method %s, and a GPU makes many searches of %s side by side", text, enumerated(by[text])))
		}
	}
	if len(pricedBy(r)) == 0 && len(r.Spaces) == 1 && pricers[r.Spaces[0]] != nil && gets["Explore"] {
		parts = append(parts, "give it a method "+pricers[r.Spaces[0]][0]+", and the methods above are faster")
	}
	return strings.Join(parts, "\n  ")
}

// lacks says why the type does not fit a kernel.
func lacks(r kernelfile.Report, kernel string) string {
	for _, k := range r.Kernels {
		if k.Name == kernel {
			return k.Why
		}
	}
	return ""
}
