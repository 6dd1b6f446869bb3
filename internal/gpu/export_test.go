package gpu

import "reflect"

// Settle returns the PTX of a kernel as it is written, and as it is compiled for a plan.
func Settle(ptx []byte, symbol string, fn, plan any) (own, got []byte, err error) {
	if own, err = alone(ptx, symbol); err != nil {
		return nil, nil, err
	}
	t := reflect.TypeOf(fn)
	var params []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		params = append(params, t.In(i))
	}
	got, err = settledBy(params, plan).write(own, symbol)
	return own, got, err
}
