package gpu

import (
	"reflect"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

type choice struct {
	Free  int32
	Kind  int32 `launch:"settled"`
	Wide  int64 `launch:"settled"`
	Inner struct {
		Below int16 `launch:"settled"`
		Over  int16
	}
}

type held struct {
	Rows []int32
	N    int32
}

func choose(lane.Thread, *held, []int64, choice) {}

// plan is a choice with numbers that are easy to find again.
func plan() choice {
	c := choice{Free: 7, Kind: 5, Wide: 1<<40 + 3}
	c.Inner.Below, c.Inner.Over = -2, 9
	return c
}

func settledFor(c choice) *settled {
	t := reflect.TypeOf(choose)
	return settledBy([]reflect.Type{t.In(1), t.In(2), t.In(3)}, c)
}

func TestSettled_PutsNumbersInThePlacesOfLoads(t *testing.T) {
	const head, tail = ".visible .entry choose(\n\t.param .align 8 .b8 choose_param_5[24]\n)\n{\n", "\tret;\n}\n"
	for load, want := range map[string]string{
		"ld.param.u32 \t%r1, [choose_param_5+4];":                  "mov.b32 \t%r1, 5;",
		"ld.param.u64 \t%rd1, [choose_param_5+8];":                 "mov.b64 \t%rd1, 1099511627779;",
		"ld.param.v2.u32 \t{%r1, %r2}, [choose_param_5+8];":        "mov.b32 \t%r1, 3;\n\tmov.b32 \t%r2, 256;",
		"ld.param.v2.b32 \t{%r1, %r2}, [choose_param_5];":          "ld.param.b32 \t%r1, [choose_param_5+0];\n\tmov.b32 \t%r2, 5;",
		"ld.param.s16 \t%r9, [choose_param_5+16];":                 "mov.b32 \t%r9, -2;",
		"ld.param.u16 \t%rs9, [choose_param_5+16];":                "mov.b16 \t%rs9, 65534;",
		"ld.param.u32 \t%r9, [choose_param_5+16];":                 "", // half of it is not settled
		"ld.param.u64 \t%rd1, [choose_param_5];":                   "",
		"ld.param.u64 \t%rd1, [choose_param_5+20];":                "", // beyond it
		"ld.param.u32 \t%r1, [choose_param_4+4];":                  "", // another parameter
		"ld.param.u32 \t%r1, [choose_param_50+4];":                 "",
		"ld.param.v4.u8 \t{%r1, %r2, %r3, %r4}, [choose_param_5];": "",
		"mov.b64 \t%rd1, choose_param_5;":                          "", // its address
	} {
		got := must.Have(settledFor(plan()).write([]byte(head+"\t"+load+"\n"+tail), "choose"))(t)
		if want == "" {
			want = load
		}
		if string(got) != head+"\t"+want+"\n"+tail {
			t.Errorf("%s became\n%s\nwant\n%s", load, got, want)
		}
	}
}

func TestSettled_RefusesAKernelOfAnotherPlan(t *testing.T) {
	_, err := settledFor(plan()).write([]byte(".param .align 8 .b8 choose_param_5[16]\n"), "choose")
	must.Fail(t, "multiwalk kernel gen")(err)
}

func TestSettled_ChecksLaunches(t *testing.T) {
	s, args := settledFor(plan()), []any{nil, nil, plan()}
	for field, change := range map[string]func(c *choice){
		"":     func(c *choice) { c.Free, c.Inner.Over = 100, 100 },
		"kind": func(c *choice) { c.Kind++ },
		"wide": func(c *choice) { c.Wide += 1 << 50 },
		"deep": func(c *choice) { c.Inner.Below = 0 },
	} {
		c := plan()
		change(&c)
		args[2] = c
		if err := s.check(args); (err == nil) != (field == "") {
			t.Errorf("%q changed: %v", field, err)
		}
		if same := settledFor(c).key() == s.key(); same != (field == "") {
			t.Errorf("%q changed, and the same key is %v", field, same)
		}
	}
}

func TestSettled_IsNothingWithoutAPlan(t *testing.T) {
	for _, plan := range []any{nil, 3, struct{ A int }{}, struct{ A []int }{}, held{}} {
		if s := settledBy([]reflect.Type{reflect.TypeFor[choice]()}, plan); s != nil || s.key() != "" || s.check(nil) != nil {
			t.Errorf("%T settles %+v", plan, s)
		}
	}
}
