package raster

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// element is one of a picture.
type element struct {
	name, text string
	look       look
	at         map[string]string // where it is, which elements in it do not take over
	err        error             // of the first number that is none
}

// look is how an element is drawn. Elements in it look the same unless they say otherwise.
type look struct {
	fill, stroke             color.NRGBA // those with no alpha are not painted
	filling, stroking        float64     // their opacities
	lineWidth, size, anchors float64
	round                    bool // ends of lines
}

// plain is how elements look that say nothing.
var plain = look{fill: color.NRGBA{A: 255}, filling: 1, stroking: 1, lineWidth: 1, size: 16}

// read takes an element's attributes. Lines have round corners, whatever is said of these.
func (e *element) read(attributes []xml.Attr) (err error) {
	l := &e.look
	for _, a := range attributes {
		text := strings.TrimSpace(a.Value)
		switch name := a.Name.Local; name {
		case "fill":
			l.fill, err = colour(text)
		case "stroke":
			l.stroke, err = colour(text)
		case "fill-opacity":
			l.filling = e.parse(name, text)
		case "stroke-opacity":
			l.stroking = e.parse(name, text)
		case "stroke-width":
			l.lineWidth = e.parse(name, text)
		case "font-size":
			l.size = e.parse(name, text)
		case "stroke-linecap":
			l.round = text == "round"
		case "text-anchor":
			l.anchors = map[string]float64{"middle": 0.5, "end": 1}[text]
		case "x", "y", "width", "height", "rx", "cx", "cy", "r", "x1", "y1", "x2", "y2", "d", "viewBox":
			e.at[name] = text
		case "xmlns", "font-family", "stroke-linejoin", "id", "role", "aria-label":
		default:
			err = fmt.Errorf("the attribute %s of the element %s is not drawn in pixels; take .svg", name, e.name)
		}
		if err != nil {
			return err
		}
	}
	return e.err
}

// number is where something is, or how long; 0 if that is not said. A percentage is one of the whole.
func (e *element) number(name string, whole float64) float64 {
	text, said := e.at[name]
	if !said {
		return 0
	}
	if part, ok := strings.CutSuffix(text, "%"); ok {
		return e.parse(name, part) / 100 * whole
	}
	return e.parse(name, strings.TrimSuffix(text, "px"))
}

// parse is a number that is not too large for pixels.
func (e *element) parse(name, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if (err != nil || !(math.Abs(v) <= mostUnits)) && e.err == nil {
		e.err = fmt.Errorf("found %s=%q of the element %s, expected a number", name, text, e.name)
	}
	return v
}

// colour is one by its name, as #rgb or #rrggbb, or as rgb() or hsl() of three numbers.
func colour(text string) (c color.NRGBA, err error) {
	var h, s, l float64
	count, wrong := 0, fmt.Errorf("found the colour %q; expected a name, #rgb, #rrggbb, rgb() or hsl()", text)
	switch named, known := colornames.Map[strings.ToLower(text)]; {
	case text == "none":
		return c, nil
	case known:
		return color.NRGBA(named), nil
	case strings.HasPrefix(text, "rgb("):
		count, err = fmt.Sscanf(text, "rgb(%d,%d,%d)", &c.R, &c.G, &c.B)
	case strings.HasPrefix(text, "hsl("):
		count, err = fmt.Sscanf(text, "hsl(%g,%g%%,%g%%)", &h, &s, &l)
		c = light(h, s/100, l/100)
	case len(text) == 4:
		count, err = fmt.Sscanf(text, "#%1x%1x%1x", &c.R, &c.G, &c.B)
		c.R, c.G, c.B = 17*c.R, 17*c.G, 17*c.B
	case len(text) == 7:
		count, err = fmt.Sscanf(text, "#%2x%2x%2x", &c.R, &c.G, &c.B)
	}
	if err != nil || count != 3 {
		return c, wrong
	}
	c.A = 255
	return c, nil
}

// light is a colour by hue, saturation and lightness, as CSS Color 4 has them.
func light(hue, saturation, lightness float64) color.NRGBA {
	part := func(n float64) uint8 {
		k := math.Mod(n+hue/30, 12)
		v := lightness - saturation*min(lightness, 1-lightness)*max(-1, min(k-3, 9-k, 1))
		return uint8(math.Round(255 * max(0, min(1, v))))
	}
	return color.NRGBA{R: part(0), G: part(8), B: part(4)}
}
