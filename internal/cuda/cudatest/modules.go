package cudatest

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// imageMagic starts a compiled module, followed by its size in 8 bytes and the PTX.
const imageMagic = "fake image\n"

// linker compiles one module.
type linker struct {
	dev   *device
	log   []byte
	ptx   string
	image []byte
	links bool // to a library
}

// module is a loaded module.
type module struct {
	dev *device
	ptx string
}

// function is a kernel of a module.
type function struct {
	mod        *module
	name       string
	sizes      []int // of the parameters, bytes
	attrs      cuda.Attributes
	maxDynamic int
}

func (f *Fake) linkCreate(n uint32, options *int32, values *uintptr, h *cuda.Handle) cuda.Result {
	l := &linker{dev: f.here}
	names, list := unsafe.Slice(options, n), unsafe.Slice(values, n)
	for i, name := range names {
		if name == 5 { // CU_JIT_ERROR_LOG_BUFFER; the address is that of pinned memory of the caller's
			l.log = unsafe.Slice(*(**byte)(unsafe.Pointer(&list[i])), 1024)
		}
	}
	*h = f.handle()
	f.links[*h] = l
	return cuda.Success
}

// say writes the error log.
func (l *linker) say(text string) {
	if l.log != nil {
		l.log[copy(l.log[:len(l.log)-1], text)] = 0
	}
}

var target = regexp.MustCompile(`(?m)^\s*\.target\s+sm_(\d+)`)

// compiles says whether PTX suits the device.
func (l *linker) compiles(ptx string) cuda.Result {
	t := target.FindStringSubmatch(ptx)
	if t == nil || !strings.Contains(ptx, ".version") {
		l.say("ptxas fatal   : Ptx assembly aborted due to errors: missing .version or .target")
		return cuda.InvalidPTX
	}
	if sm, _ := strconv.Atoi(t[1]); sm > 10*l.dev.Major+l.dev.Minor {
		l.say(fmt.Sprintf("ptxas fatal   : SM version specified by .target is higher than default SM version: sm_%d", sm))
		return cuda.NoBinaryForGPU
	}
	return cuda.Success
}

func (f *Fake) linkAdd(h cuda.Handle, kind int32, data unsafe.Pointer, size uint64, _ string, _ uint32, _ *int32,
	_ *uintptr) cuda.Result {
	_, r := f.inContext("cuLinkAddData")
	l := f.links[h]
	b := unsafe.Slice((*byte)(data), size)
	switch {
	case l == nil:
		return cuda.InvalidHandle
	case kind == 4 && r == cuda.Success:
		if !strings.HasPrefix(string(b), "!<arch>\n") {
			l.say("nvlink fatal   : not a library")
			return cuda.InvalidImage
		}
		l.links = true
		return cuda.Success
	case kind != 4 && (kind != 1 || size == 0 || b[size-1] != 0):
		f.misuse = append(f.misuse, "PTX was not ended by a zero")
		return cuda.InvalidValue
	case r != cuda.Success:
		l.say("ptxas fatal   : injected")
		return r
	}
	l.ptx = string(b[:size-1])
	return l.compiles(l.ptx)
}

func (f *Fake) linkComplete(h cuda.Handle, image *unsafe.Pointer, size *uint64) cuda.Result {
	if slow := f.slow; slow != nil {
		f.mu.Unlock()
		slow()
		f.mu.Lock()
	}
	_, r := f.inContext("cuLinkComplete")
	l := f.links[h]
	switch {
	case r != cuda.Success:
		return r
	case l == nil:
		return cuda.InvalidHandle
	case strings.Contains(l.ptx, ".extern .func") && !l.links:
		l.say("nvlink error   : Undefined reference to what the module declares")
		return cuda.InvalidPTX
	}
	f.compiled++
	l.image = append(binary.NativeEndian.AppendUint64([]byte(imageMagic), uint64(len(l.ptx))), l.ptx...)
	*image, *size = unsafe.Pointer(&l.image[0]), uint64(len(l.image))
	return cuda.Success
}

func (f *Fake) linkDestroy(h cuda.Handle) cuda.Result {
	if l := f.links[h]; l != nil {
		clear(l.image) // the image is the linker's, and gone with it
	}
	delete(f.links, h)
	return f.enter("cuLinkDestroy")
}

func (f *Fake) moduleLoad(h *cuda.Handle, image unsafe.Pointer) cuda.Result {
	for i := range len(imageMagic) {
		if *(*byte)(unsafe.Add(image, i)) != imageMagic[i] {
			return cuda.InvalidImage
		}
	}
	head := unsafe.Slice((*byte)(image), len(imageMagic)+8)
	n := binary.NativeEndian.Uint64(head[len(imageMagic):])
	*h = f.handle()
	f.modules[*h] = &module{dev: f.here, ptx: string(unsafe.Slice((*byte)(unsafe.Add(image, len(head))), n))}
	return cuda.Success
}

func (f *Fake) moduleUnload(h cuda.Handle) cuda.Result {
	return forget(f.modules, h)
}

var (
	entry     = regexp.MustCompile(`\.entry\s+([\w$]+)\s*\(([^)]*)\)`)
	parameter = regexp.MustCompile(`\.(?:[bsuf](\d+))\s+(?:\.ptr\s[^,]*\s)?[\w$]+(?:\[(\d+)\])?\s*(?:,|$)`)
)

// signature is the sizes in bytes of an entry's parameters, and whether there is such an entry.
func signature(ptx, name string) (sizes []int, ok bool) {
	for _, e := range entry.FindAllStringSubmatch(ptx, -1) {
		if e[1] != name {
			continue
		}
		for _, p := range parameter.FindAllStringSubmatch(strings.TrimSpace(e[2]), -1) {
			bits, _ := strconv.Atoi(p[1])
			n := 1
			if p[2] != "" {
				n, _ = strconv.Atoi(p[2])
			}
			sizes = append(sizes, bits/8*n)
		}
		return sizes, true
	}
	return nil, false
}

func (f *Fake) moduleFunc(h *cuda.Handle, mod cuda.Handle, name string) cuda.Result {
	m := f.modules[mod]
	if m == nil {
		return cuda.InvalidHandle
	}
	sizes, ok := signature(m.ptx, name)
	if !ok {
		return cuda.NotFound
	}
	a, ok := f.attrs[name]
	if !ok {
		a = cuda.Attributes{Registers: 32, Threads: 1024, PTX: 78, Binary: 10*m.dev.Major + m.dev.Minor}
	}
	*h = f.handle()
	f.funcs[*h] = &function{mod: m, name: name, sizes: sizes, attrs: a, maxDynamic: m.dev.SharedPerBlock - a.SharedBytes}
	return cuda.Success
}
