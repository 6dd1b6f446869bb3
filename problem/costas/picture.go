package costas

import (
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/board"
)

// SVG draws the dots on their board, row 1 below.
func (p *Instance) SVG(out io.Writer, x []int32) error {
	return board.SVG(out, fmt.Sprintf("%s, cost %d", p.Name(), p.Cost(x)), x, func(int) bool { return false })
}
