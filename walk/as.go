package walk

// As returns x as a T if x is one. If not, and x has a method Unwrap() any, As asks what Unwrap returns, and so on
// inwards. So a search, walk or method that wraps another one need not repeat each of its abilities: it has Unwrap, as
// errors have.
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
