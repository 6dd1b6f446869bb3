package timetable

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// SVG draws the week of a solution, and what has moved if there was a timetable before.
func (t *Timetable) SVG(w io.Writer, x []int32) error {
	return t.Instance.Draw(w, t.Places(x), t.before)
}

// Draw draws the week as SVG: a block for each day, with a column for each room and a row for each period. Lectures of a course have
// the same colour. Those that break a constraint have a red frame, and those that moved, if there was a timetable before, a
// black one.
func (in *Instance) Draw(to io.Writer, list, before []Place) error {
	wide, high, gap, head := 34, 30, 14, 44
	if len(in.Rooms) > 8 {
		wide = 20
	}
	day := len(in.Rooms)*wide + gap
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n", in.Days*day+gap,
		head+in.PerDay*high+gap)
	report := in.Evaluate(list)
	fmt.Fprintf(w, "<title>%d lectures, %d violations, soft cost %d</title>\n", len(list), report.Hard(), report.Soft())
	fmt.Fprintln(w, `<rect width="100%" height="100%" fill="#fff"/>`)
	for d := range in.Days {
		fmt.Fprintf(w, "<text x=\"%d\" y=\"18\" font-size=\"14\">day %d</text>\n", gap+d*day, d)
		for k, room := range in.Rooms {
			if wide > 20 {
				fmt.Fprintf(w, "<text x=\"%d\" y=\"36\" font-size=\"10\" fill=\"#777\">%s</text>\n", gap+d*day+k*wide+3, escape(room.Name))
			}
		}
		fmt.Fprintf(w, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f2f2f2\"/>\n", gap+d*day, head, day-gap, in.PerDay*high)
	}
	for k, p := range list {
		x, y := gap+p.Period/in.PerDay*day+p.Room*wide, head+p.Period%in.PerDay*high
		frame := ""
		switch {
		case in.breaks(list, k):
			frame = ` stroke="#d00" stroke-width="3"`
		case before != nil && Moved(before, list[k:k+1]) > 0:
			frame = ` stroke="#000" stroke-width="3"`
		}
		fmt.Fprintf(w, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"hsl(%d,65%%,%d%%)\"%s/>\n", x+2, y+2, wide-4,
			high-4, p.Course*137%360, 62+p.Course%3*8, frame)
		if wide > 20 {
			fmt.Fprintf(w, "<text x=\"%d\" y=\"%d\" font-size=\"9\">%s</text>\n", x+4, y+high/2+4, escape(in.Courses[p.Course].Name))
		}
	}
	fmt.Fprintln(w, "</svg>")
	return w.Flush()
}

// breaks tells whether a lecture breaks a constraint, alone or with another.
func (in *Instance) breaks(list []Place, k int) bool {
	p := list[k]
	for i, q := range list {
		if i != k && q.Period == p.Period && (q.Room == p.Room || q.Course == p.Course || in.conflict(p.Course, q.Course)) {
			return true
		}
	}
	return slices.Contains(in.Away, Away{p.Course, p.Period})
}

// escape makes a name text of the picture, and short.
func escape(name string) string {
	if r := []rune(name); len(r) > 6 {
		name = string(r[:6])
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(name)
}
