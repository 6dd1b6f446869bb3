//go:build !linux

package kernelgen

import "errors"

// The host build is for linux; elsewhere its tests are skipped before they come here.
var errHost = errors.New("no host build on this platform")

func openHost(string) (uintptr, error) { return 0, errHost }

func findHost(uintptr, string) (uintptr, error) { return 0, errHost }

func callHost(fn, argument uintptr) { panic(errHost) }
