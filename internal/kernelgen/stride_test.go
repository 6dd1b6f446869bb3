package kernelgen

import (
	"regexp"
	"strings"
	"testing"
)

// Of the seven loops of Strides, three have a sum that cannot wrap; the strides of two of these are no constants.
func TestStride_OnlyWhereNoSumWraps(t *testing.T) {
	src := loadSource(t, "./testdata/shapes", shapeInstances)
	for _, checked := range []bool{false, true} {
		mod := compileSource(t, src, Options{IROnly: true, Checked: checked, Instances: shapeInstances})
		body := regexp.MustCompile(`(?s)define internal void @shapes_Strides\(.*?\n}`).FindString(mod.IR)
		if body == "" {
			t.Fatal("no Strides")
		}
		sums, loops := strings.Count(body, "add nsw"), strings.Count(body, "!llvm.loop")
		if checked && (sums != 0 || loops != 0) || !checked && (sums != 3 || loops != 2) {
			t.Errorf("checked=%v: %d sums that do not wrap, %d loops to unroll", checked, sums, loops)
		}
	}
}
