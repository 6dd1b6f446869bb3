package kernelfile

import (
	"bytes"
	"fmt"
	"go/format"
	"path/filepath"
	"strings"
	"text/template"
)

// Write writes the files of each compiled type beside the source of its package, in place of those that it wrote there
// before. Anything else that lies there is left alone, and is an error before any file is written.
func (p *Package) Write(cs []Compiled) error {
	files, err := p.Files(cs)
	if err != nil {
		return err
	}
	for _, c := range cs { // again: compiling takes seconds
		if err := p.checkFiles([]string{c.Type.Obj().Name()}); err != nil {
			return err
		}
	}
	for name, content := range files {
		if err := writeFile(filepath.Join(p.folder, name), content); err != nil {
			return err
		}
	}
	return nil
}

// Files returns what is to be written, by the names of the files.
func (p *Package) Files(cs []Compiled) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, c := range cs {
		source, err := p.source(c)
		if err != nil {
			return nil, err
		}
		name := c.Type.Obj().Name()
		files[goFile(name)] = source
		files[ptxFile(name)] = []byte(head(c) + c.Module.PTX)
	}
	return files, nil
}

// head is the first lines of both files.
func head(c Compiled) string {
	return fmt.Sprintf("%s%s. DO NOT EDIT.\n// Made from %s\n", generatedBy, c.name(), c.Module.Hash)
}

// name is the type with the path of its package.
func (c Compiled) name() string { return c.Type.Obj().Pkg().Path() + "." + c.Type.Obj().Name() }

// source is the Go file of a type.
func (p *Package) source(c Compiled) ([]byte, error) {
	instances := p.unused("generated")
	entries := make([]Entry, len(c.Entries))
	for i, e := range c.Entries {
		e.Func = strings.Replace(e.Func, "generated.", instances+".", 1)
		entries[i] = e
	}
	name := c.Type.Obj().Name()
	star := ""
	if c.Pointer {
		star = "*"
	}
	var b bytes.Buffer
	err := sourceTemplate.Execute(&b, map[string]any{
		"Head": head(c), "Package": p.types.Name(), "Import": kernelPath,
		"Var": "zkernel" + name, "File": strings.TrimSuffix(ptxFile(name), "ptx"),
		"Embed": p.unused("embed"), "Sync": p.unused("sync"), "Kernel": p.unused("kernel"), "Instances": instances,
		"Type": name, "Star": star, "Entries": entries, "Name": c.name() + "@" + c.Module.Hash[:16],
	})
	if err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}

// unused is the name of an imported package, or another one if the package has something of that name.
func (p *Package) unused(name string) string {
	if p.types.Scope().Lookup(name) != nil {
		return "z" + name
	}
	return name
}

var sourceTemplate = template.Must(template.New("").Parse(`{{.Head}}
package {{.Package}}

import (
	{{if ne .Embed "embed"}}{{.Embed}} {{end}}"embed"
	{{if ne .Sync "sync"}}{{.Sync}} {{end}}"sync"

	{{if ne .Kernel "kernel"}}{{.Kernel}} {{end}}"{{.Import}}"
	{{if ne .Instances "generated"}}{{.Instances}} {{end}}"{{.Import}}/generated"
)

//go:embed {{.File}}*
var {{.Var}} {{.Embed}}.FS

// {{.Var}}PTX is what a GPU runs; without {{.File}}ptx the package builds too, for cores and the emulator.
var {{.Var}}PTX = {{.Sync}}.OnceValue(func() []byte {
	ptx, _ := {{.Var}}.ReadFile("{{.File}}ptx")
	return ptx
})

// Kernels implements kernel.Carrier with the kernels compiled for {{.Type}}.
func (p {{.Star}}{{.Type}}) Kernels() ({{.Kernel}}.Module, error) {
	return {{.Kernel}}.Module{
		Name: {{printf "%q" .Name}},
		PTX: {{.Var}}PTX(),
		Problem: p,
		Entries: map[string]{{.Kernel}}.Entry{
{{- range .Entries}}
			{{printf "%q" .Name}}: {Symbol: {{printf "%q" .Symbol}}, Func: {{.Func}}},
{{- end}}
		},
	}, nil
}
`))

// typeArguments writes the list in brackets, or nothing.
func typeArguments(types []string) string {
	if len(types) == 0 {
		return ""
	}
	return "[" + strings.Join(types, ", ") + "]"
}
