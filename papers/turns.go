package papers

import (
	"context"
	"slices"
)

// Subject is a case that is measured several times, in turns with those that it is compared with, so that a busy machine slows all of
// them alike.
type Subject interface {
	Going() bool                               // it is to be measured once more
	Turn(ctx context.Context, round int) error // measures it
}

// InTurns goes round subjects until none is to go on, one fails or ctx ends. Each round begins with another one.
func InTurns[S Subject](ctx context.Context, list []S) error {
	for round := 0; slices.ContainsFunc(list, S.Going); round++ {
		for k := range list {
			s := list[(round+k)%len(list)]
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if !s.Going() {
				continue
			}
			if err := s.Turn(ctx, round); err != nil {
				return err
			}
		}
	}
	return nil
}
