//go:build (linux || windows) && (amd64 || arm64) && !nocuda

package driver

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/ebitengine/purego"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// load finds the driver's library and fills the table from it.
func load() (*cuda.API, error) {
	fewConnections()
	lib, err := openLibrary()
	if err != nil {
		return nil, fmt.Errorf("cuda: opening the driver: %w: %v", cuda.ErrNoDriver, err)
	}
	api := new(cuda.API)
	v := reflect.ValueOf(api).Elem()
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag.Get("cuda")
		symbol, optional := strings.CutSuffix(tag, ",optional")
		address, err := findSymbol(lib, symbol)
		switch {
		case err == nil && address != 0:
			purego.RegisterFunc(v.Field(i).Addr().Interface(), address)
		case !optional:
			return nil, fmt.Errorf("cuda: opening the driver: %w: it has no %s; update the NVIDIA driver",
				cuda.ErrDriverTooOld, symbol)
		}
	}
	return api, nil
}
