package multiwalk

// As returns x, or what x wraps, as a T. A search, a walk or a method that is made of one other says by Unwrap which, as errors
// do, so that abilities which T asks for need not be passed on one by one. It returns the outermost that has them.
func As[T any](x any) (T, bool) {
	for x != nil {
		if t, ok := x.(T); ok {
			return t, true
		}
		w, ok := x.(interface{ Unwrap() any })
		if !ok {
			break
		}
		x = w.Unwrap()
	}
	var none T
	return none, false
}
