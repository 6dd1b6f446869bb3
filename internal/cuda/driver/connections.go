//go:build (linux || windows) && (amd64 || arm64) && !nocuda

package driver

import "os"

// connections is the variable that tells the driver how many work queues a context has, from 1 to 32. The driver takes 8 by
// itself; opening and closing these takes a tenth of a second of each process: see docs/benchmarks.md. Our launches wait for
// each other anyway, but for a pair of streams in places where one computes while the other copies, which needs no second
// queue.
const connections = "CUDA_DEVICE_MAX_CONNECTIONS"

// fewConnections makes it one, unless the user has chosen. The driver reads the variable when it starts.
func fewConnections() {
	if _, chosen := os.LookupEnv(connections); !chosen {
		os.Setenv(connections, "1")
	}
}
