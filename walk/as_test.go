package walk_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/walk"
)

type most int

func (m most) MostWalks() int { return int(m) }

type wrapping struct{ of any }

func (w wrapping) Unwrap() any { return w.of }

type counting struct{ wrapping }

func (counting) Walks() int { return 7 }

func TestAs_FindsTheOutermost(t *testing.T) {
	x := wrapping{counting{wrapping{most(3)}}}
	if l, ok := walk.As[walk.WalkLimiter](x); !ok || l.MostWalks() != 3 {
		t.Errorf("the limiter inside: %v, %v", l, ok)
	}
	if c, ok := walk.As[walk.WalkCounter](x); !ok || c.Walks() != 7 {
		t.Errorf("the counter between: %v, %v", c, ok)
	}
	if c, ok := walk.As[walk.Cooperator](x); ok {
		t.Errorf("a cooperator: %v", c)
	}
	if c, ok := walk.As[walk.WalkCounter](nil); ok {
		t.Errorf("in nothing: %v", c)
	}
}
