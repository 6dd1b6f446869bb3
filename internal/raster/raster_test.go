package raster

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// pixels are those of a picture of 10 by 10 units, 100 wide.
func pixels(t *testing.T, elements string) image.Image {
	t.Helper()
	var file bytes.Buffer
	must.Do(t, PNG(&file, strings.NewReader(`<svg viewBox="0 0 10 10"><title>a</title><rect width="100%" height="100%" fill="#fff"/>`+elements+"</svg>"), 100))
	m := must.Have(png.Decode(&file))(t)
	if m.Bounds() != image.Rect(0, 0, 100, 100) {
		t.Fatal(m.Bounds())
	}
	return m
}

// Each kind of element paints where it is, and nowhere else.
func TestPNG_Paints(t *testing.T) {
	red, white := color.RGBA{255, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	for elements, want := range map[string]map[[2]int]color.RGBA{
		`<rect x="1" y="2" width="3" height="4" fill="red"/>`:                          {{15, 25}: red, {35, 55}: red, {5, 25}: white, {45, 25}: white, {15, 65}: white},
		`<rect x="1" y="2" width="3" height="4" rx="1" fill="#f00"/>`:                  {{11, 21}: white, {25, 40}: red},
		`<circle cx="5" cy="5" r="2" fill="#FF0000"><title>b</title></circle>`:         {{50, 50}: red, {65, 50}: red, {65, 65}: white},
		`<g fill="rgb(255, 0, 0)"><path d="M1 1h2v2h-2zM5,5l2 0 0 2-2 0Z"/></g>`:       {{20, 20}: red, {60, 60}: red, {40, 40}: white},
		`<path fill="none" stroke="hsl(0,100%,50%)" d="M1 5H9"/>`:                      {{50, 50}: red, {50, 57}: white, {7, 50}: white},
		`<path stroke="red" stroke-linecap="round" d="M1 5H9"/>`:                       {{7, 50}: red, {3, 50}: white},
		`<path stroke="red" stroke-linecap="round" stroke-width="2" d="M5 5h0"/>`:      {{50, 50}: red, {57, 50}: red, {59, 59}: white},
		`<path fill="red" d="M1 1C1 9 9 9 9 1Z"/><path fill="#f00" d="M0 9Q5 5 9 9"/>`: {{50, 50}: red, {15, 60}: white, {45, 80}: red},
		`<line x1="5" y1="1" x2="5" y2="9" stroke="red"/>`:                             {{50, 50}: red, {60, 50}: white},
		`<path fill="none" stroke="#000" stroke-opacity="0.2" d="M1 5H9M5 5H9"/>`:      {{70, 50}: {204, 204, 204, 255}}, // once, however often it goes there
		`<rect width="5" height="5" fill="#00f" fill-opacity="0"/>`:                    {{20, 20}: white},
	} {
		m := pixels(t, elements)
		for at, want := range want {
			if got := color.RGBAModel.Convert(m.At(at[0], at[1])); got != want {
				t.Errorf("%s: %v is %v, want %v", elements, at, got, want)
			}
		}
	}
}

// Text is about where it begins, or about its middle, or ends.
func TestPNG_Text(t *testing.T) {
	for anchor, want := range map[string][2]bool{"start": {false, true}, "middle": {true, true}, "end": {true, false}} {
		m, left, right := pixels(t, `<text x="5" y="6" font-size="3" text-anchor="`+anchor+`">MM</text>`), false, false
		for y := range 100 {
			for x := range 100 {
				if r, _, _, _ := m.At(x, y).RGBA(); r < 0x8000 {
					left, right = left || x < 45, right || x > 55
				}
			}
		}
		if got := [2]bool{left, right}; got != want {
			t.Errorf("%s: left and right of the middle: %v, want %v", anchor, got, want)
		}
	}
}

// What would be lacking in the picture is an error with its name.
func TestPNG_Refuses(t *testing.T) {
	for svg, want := range map[string]string{
		"": "EOF", "<svg": "EOF", "<a/>": "expected one element svg", "<svg/>": "how large", `<svg viewBox="0 0 x 1"/>`: "how large", `<svg width="5" height="0"/>`: "how large",
		`<svg viewBox="0 0 9 9"><svg/></svg>`: "expected one element svg", `<svg viewBox="0 0 9 9"><image/></svg>`: "the element image is not drawn in pixels; take .svg",
		`<svg viewBox="0 0 9 9"><g transform="a"/></svg>`: "the attribute transform", `<svg viewBox="0 0 9 9"><rect x="a"/></svg>`: `x="a"`,
		`<svg viewBox="0 0 9 9"><rect x="NaN"/></svg>`: "NaN", `<svg viewBox="0 0 9 9"><circle r="1" stroke-width="1e99"/></svg>`: "1e99",
		`<svg viewBox="0 0 9 9"><path d="M1 1A2 2"/></svg>`: `the command "A"`, `<svg viewBox="0 0 9 9"><path d="M1"/></svg>`: "expected a number",
		`<svg viewBox="0 0 9 9"><path d="M1 1Z2"/></svg>`: "expected a command", `<svg viewBox="0 0 9 9"><path d="7"/></svg>`: "expected a command",
		`<svg viewBox="0 0 9 9"><rect fill="url(#a)"/></svg>`: "the colour", `<svg viewBox="0 0 9 9"><rect fill="#12"/></svg>`: "the colour",
	} {
		if err := PNG(io.Discard, strings.NewReader(svg), 9); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want ... %s ...", svg, err, want)
		}
	}
}

// A picture that would be too high is narrower.
func TestPNG_TooHigh(t *testing.T) {
	var file bytes.Buffer
	must.Do(t, PNG(&file, strings.NewReader(`<svg width="1px" height="4096px"/>`), 100))
	if size := must.Have(png.DecodeConfig(&file))(t); size.Width != 4 || size.Height != most {
		t.Error(size)
	}
}

// Any text is drawn or refused.
func FuzzPNG(f *testing.F) {
	f.Add("M1 1h2v-2zL.5.5 1e1-2", "hsl(9,10%,20%)")
	f.Fuzz(func(t *testing.T, path, colour string) {
		if len(path) < 1000 {
			_ = PNG(io.Discard, strings.NewReader(`<svg viewBox="0 0 9 9"><path d="`+path+`" fill="`+colour+`"/></svg>`), 9)
		}
	})
}
