package kernelgen

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// slice lowers a[low:high:max] of a slice or of an array that a pointer leads to.
func (f *frame) slice(in *ssa.Slice) {
	if isString(in.X.Type()) {
		f.refuse(f.pos, wayOutString, "a kernel has no strings")
		return
	}
	base, length, capacity := f.extent(in.X)
	low, high, limit := "0", length, capacity
	if in.Low != nil {
		low = f.signedIndex(in.Low)
	}
	if in.High != nil {
		high = f.signedIndex(in.High)
	}
	if in.Max != nil {
		limit = f.signedIndex(in.Max)
	}
	if f.opts.Checked {
		f.check(f.temp("icmp ule i64 %s, %s", limit, capacity), "slice bounds out of range")
		f.check(f.temp("icmp ule i64 %s, %s", high, limit), "slice bounds out of range")
		f.check(f.temp("icmp ule i64 %s, %s", low, high), "slice bounds out of range")
	}
	p := base
	if low != "0" {
		p = f.temp("getelementptr inbounds %s, ptr %s, i64 %s", f.typ(elem(in.Type()), f.pos), base, low)
		length = f.temp("sub i64 %s, %s", high, low)
		capacity = f.temp("sub i64 %s, %s", limit, low)
	} else {
		length, capacity = high, limit
	}
	f.alias[in] = f.makeSlice(p, length, capacity)
}

// extent is the pointer, length and capacity of what is sliced.
func (f *frame) extent(x ssa.Value) (base, length, capacity string) {
	if _, ok := x.Type().Underlying().(*types.Slice); ok {
		return f.temp("extractvalue %s, 0", f.typed(x)), f.temp("extractvalue %s, 1", f.typed(x)),
			f.temp("extractvalue %s, 2", f.typed(x))
	}
	f.checkNil(x)
	n := fmt.Sprint(elem(x.Type()).Underlying().(*types.Array).Len())
	return f.val(x), n, n
}

// makeSlice puts a slice together.
func (f *frame) makeSlice(p, length, capacity string) string {
	a := f.temp("insertvalue %s poison, ptr %s, 0", sliceType, p)
	b := f.temp("insertvalue %s %s, i64 %s, 1", sliceType, a, length)
	return f.temp("insertvalue %s %s, i64 %s, 2", sliceType, b, capacity)
}

// sliceToArray lowers the conversion of a slice to a pointer to an array.
func (f *frame) sliceToArray(in *ssa.SliceToArrayPointer) {
	n := elem(in.Type()).Underlying().(*types.Array).Len()
	if f.opts.Checked {
		length := f.temp("extractvalue %s, 1", f.typed(in.X))
		f.check(f.temp("icmp uge i64 %s, %d", length, n), "slice shorter than the array it becomes")
	}
	f.alias[in] = f.temp("extractvalue %s, 0", f.typed(in.X))
}
