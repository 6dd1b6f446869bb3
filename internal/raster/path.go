package raster

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// counts is how many numbers a command of a path takes.
var counts = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'Z': 0}

// trace follows a path: commands of a letter and its numbers, absolute ones for capitals. Numbers after those of a command are of another
// one, a line after a move.
func (s *sheet) trace(path string) error {
	var p pen
	for rest := strings.TrimLeft(path, blanks); rest != ""; rest = strings.TrimLeft(rest, blanks) {
		if c := rest[0] &^ 0x20; c >= 'A' && c <= 'Z' {
			if _, known := counts[c]; !known {
				return fmt.Errorf("found the command %q in a path; pixels know M, L, H, V, Q, C and Z: take .svg", rest[:1])
			}
			p.command, p.relative, rest = c, rest[0] != c, rest[1:]
		} else if p.command == 0 || p.command == 'Z' {
			return fmt.Errorf("found %.20q in a path, expected a command", rest)
		}
		var err error
		var numbers [6]float64
		for k := range counts[p.command] {
			if numbers[k], rest, err = number(rest); err != nil {
				return err
			}
		}
		if p.follow(s, numbers); max(math.Abs(slices.Max(numbers[:])), math.Abs(slices.Min(numbers[:])), math.Abs(p.x), math.Abs(p.y)) > s.far {
			return errors.New("a path leads far out of the picture")
		}
	}
	return nil
}

// pen is where a path has come to, where its part began, and what it does next.
type pen struct {
	x, y, startX, startY float64
	command              byte
	relative             bool
}

// follow does a command once.
func (p *pen) follow(s *sheet, n [6]float64) {
	dx, dy := 0.0, 0.0
	if p.relative {
		dx, dy = p.x, p.y
	}
	x, y := p.x, p.y
	switch p.command {
	case 'M':
		p.x, p.y = n[0]+dx, n[1]+dy
		p.startX, p.startY, p.command = p.x, p.y, 'L'
		s.dc.MoveTo(p.x, p.y)
		return
	case 'L':
		p.x, p.y = n[0]+dx, n[1]+dy
	case 'H':
		p.x = n[0] + dx
	case 'V':
		p.y = n[0] + dy
	case 'Q':
		p.x, p.y = n[2]+dx, n[3]+dy
		s.dc.QuadraticTo(n[0]+dx, n[1]+dy, p.x, p.y)
		return
	case 'C':
		p.x, p.y = n[4]+dx, n[5]+dy
		s.dc.CubicTo(n[0]+dx, n[1]+dy, n[2]+dx, n[3]+dy, p.x, p.y)
		return
	case 'Z':
		p.x, p.y = p.startX, p.startY
		s.dc.ClosePath()
		return
	}
	if p.x == x && p.y == y {
		s.dots = append(s.dots, [2]float64{x, y})
	}
	s.dc.LineTo(p.x, p.y)
}

const blanks = " ,\t\r\n"

// number cuts a number off a path. A sign or a second point begins another one.
func number(text string) (v float64, rest string, err error) {
	text = strings.TrimLeft(text, blanks)
	end, point := 0, false
	for ; end < len(text); end++ {
		c := text[end]
		sign := (c == '-' || c == '+') && (end == 0 || text[end-1]|0x20 == 'e')
		if !(c >= '0' && c <= '9' || sign || c|0x20 == 'e' && end > 0 || c == '.' && !point) {
			break
		}
		point = point || c == '.'
	}
	v, err = strconv.ParseFloat(text[:end], 64)
	if err != nil || !(math.Abs(v) <= mostUnits) {
		return 0, "", fmt.Errorf("found %.20q in a path, expected a number", text)
	}
	return v, text[end:], nil
}
