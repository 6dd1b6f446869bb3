package walk

import "testing"

// Bytes are told in the greatest unit that makes ten or more.
func TestAmountOf_Units(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 bytes", 10<<10 - 1: "10239 bytes", 10 << 10: "10 KiB", 9 << 20: "9216 KiB", 10<<20 - 1: "10239 KiB", 10 << 20: "10 MiB",
		10<<30 - 1: "10239 MiB", 10 << 30: "10 GiB", 64 << 30: "64 GiB",
	} {
		if got := amountOf(bytes); got != want {
			t.Errorf("%d bytes are %q, want %q", bytes, got, want)
		}
	}
}
