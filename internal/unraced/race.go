//go:build race

package unraced

const raced = true
