// Package large has types that no method can take by value.
package large

// Wide has a table of 4 TiB.
type Wide struct {
	N     int32
	Table [1 << 40]int32
}

// Cost is that of an entry.
func (w *Wide) Cost(x []int32) int64 { return int64(w.Table[x[0]]) }

// Half has two fields that are too large together.
type Half struct {
	A [1 << 28]int16
	B struct{ C [1 << 28]int16 }
}

// Row is no struct.
type Row [1 << 30]int8

// Narrow is as large as may be.
type Narrow struct {
	N     int32
	Table [1<<28 - 1<<8 - 1]int32
}
