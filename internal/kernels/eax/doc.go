// Package eax has edge assembly crossover of tours on a device.
package eax
