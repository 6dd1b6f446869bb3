package kernelgen

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// DefaultClang is the compiler of LLVM IR that is looked for in the PATH.
const DefaultClang = "clang-19"

// deviceFlags make PTX 7.8 for sm_80: every data-centre GPU since 2020, and all drivers since CUDA 11.8. Products and
// sums are not fused, because Go does not.
var deviceFlags = []string{"-x", "ir", "--target=nvptx64-nvidia-cuda", "-march=sm_80", "-Xclang", "-target-feature",
	"-Xclang", "+ptx78", "-ffp-contract=off", "-O3", "-S"}

// hash names IR together with the flags that compile it.
func hash(ir string) string {
	sum := sha256.Sum256([]byte(strings.Join(deviceFlags, " ") + "\n" + ir))
	return hex.EncodeToString(sum[:])
}

// clang is the compiler's name.
func (o Options) clang() string {
	if o.Clang == "" {
		return DefaultClang
	}
	return o.Clang
}

// ErrNoClang is wrapped by the error of Compile on a machine without clang 19.
var ErrNoClang = errors.New("install clang 19 (apt-get install clang-19, or a release of LLVM 19 from llvm.org)")

// assemble turns a module's IR into PTX.
func assemble(mod Module, opts Options) (string, error) {
	path, err := exec.LookPath(opts.clang())
	if err != nil {
		return "", fmt.Errorf("%s makes PTX from LLVM IR and is not in the PATH; %w", opts.clang(), ErrNoClang)
	}
	ptx, err := runClang(path, mod.IR, append(deviceFlags, "-o", "-", "-")...)
	if err != nil {
		return "", err
	}
	return keepRolled(withoutComments(string(ptx)), rolledKernels(mod.IR)), nil
}

// withoutComments leaves out clang's comments, the numbers of basic blocks above all, which are a sixth of the text. Nothing
// else in PTX has two slashes but the names of files, which Options.Lines keeps.
func withoutComments(ptx string) string {
	var lean strings.Builder
	for line := range strings.Lines(ptx) {
		if code, _, commented := strings.Cut(line, "//"); commented && !strings.Contains(line, `"`) {
			line = strings.TrimRight(code, " \t\n") + "\n"
		}
		if strings.TrimSpace(line) != "" {
			lean.WriteString(line)
		}
	}
	return lean.String()
}

// runClang gives IR to clang and returns what it writes to its standard output.
func runClang(path, ir string, args ...string) ([]byte, error) {
	cmd := exec.Command(path, args...)
	cmd.Stdin = strings.NewReader(ir)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", filepath.Base(path), err, said.String())
	}
	return out.Bytes(), nil
}
