package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// outer writes e[i*stride+j] += u[i]*w[j] for i < n, j < stride.
func outer(l lane) {
	begin(l.name("outer"), fmt.Sprintf("func(e *int%d, stride, n int, u, w *int%d)", l.bits, l.bits))
	e, stride, n, u, w := arg("e"), arg("stride"), arg("n"), arg("u"), arg("w")
	i, j := GP64(), GP64()
	XORQ(i, i)

	Label("row")
	CMPQ(i, n)
	JGE(LabelRef("done"))
	// A facility without flow to the two that were swapped keeps its row: many of them, in sparse instances.
	if l.bits == 32 {
		CMPL(l.at(u, i), Imm(0))
	} else {
		CMPQ(l.at(u, i), Imm(0))
	}
	JE(LabelRef("next"))
	ui := YMM()
	l.broadcast(l.at(u, i), ui)
	XORQ(j, j)

	Label("column")
	p := YMM()
	VMOVDQU(l.at(w, j), p)
	l.multiply(ui, p)
	l.add(l.at(e, j), p)
	VMOVDQU(p, l.at(e, j))
	ADDQ(Imm(uint64(l.count())), j)
	CMPQ(j, stride)
	JL(LabelRef("column"))

	Label("next")
	LEAQ(l.at(e, stride), e)
	INCQ(i)
	JMP(LabelRef("row"))

	Label("done")
	leave()
}

// triangle writes d[i*stride+j] += (u[i]-u[j])*(w[i]-w[j]) for i < j < n, and for the rest of the vectors that hold
// such an entry.
func triangle(l lane) {
	begin(l.name("triangle"), fmt.Sprintf("func(d *int%d, stride, n int, u, w *int%d)", l.bits, l.bits))
	d, stride, n, u, w := arg("d"), arg("stride"), arg("n"), arg("u"), arg("w")
	i, j, last := GP64(), GP64(), GP64()
	XORQ(i, i)
	LEAQ(Mem{Base: n, Disp: -1}, last)

	Label("row")
	CMPQ(i, last)
	JGE(LabelRef("done"))
	ui, wi := YMM(), YMM()
	l.broadcast(l.at(u, i), ui)
	l.broadcast(l.at(w, i), wi)
	LEAQ(Mem{Base: i, Disp: 1}, j)
	ANDQ(I8(-int8(l.count())), j)

	Label("column")
	du, dw := YMM(), YMM()
	l.subtract(l.at(u, j), ui, du)
	l.subtract(l.at(w, j), wi, dw)
	l.multiply(du, dw)
	l.add(l.at(d, j), dw)
	VMOVDQU(dw, l.at(d, j))
	ADDQ(Imm(uint64(l.count())), j)
	CMPQ(j, n)
	JL(LabelRef("column"))

	LEAQ(l.at(d, stride), d)
	INCQ(i)
	JMP(LabelRef("row"))

	Label("done")
	leave()
}
