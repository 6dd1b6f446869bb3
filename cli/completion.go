package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
)

// completionCmd prints a function for a shell. It asks the command itself, by the hidden argument words, which words go on, so that all
// shells have the same, and of the version that is installed.
type completionCmd struct {
	Shell string   `arg:"" enum:"bash,zsh,fish,words" help:"bash: eval \"$(${program} completion bash)\" in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit; fish: ${program} completion fish | source."`
	Words []string `arg:"" optional:"" passthrough:"" help:"Of words, which the functions ask: the command line so far."`
}

// scripts are the functions. Where no word goes on, the shells offer files. NAME is the program's.
var scripts = map[string]string{
	"bash": `_NAME() {
	local IFS=$'\n'
	COMPREPLY=($(NAME completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _NAME NAME
`,
	"zsh": `_NAME() {
	local -a words_
	words_=("${(@f)$(NAME completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if [[ -n "$words_" ]]; then compadd -a words_; else _files; fi
}
compdef _NAME NAME
`,
	"fish": `complete -c NAME -a '(NAME completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
}

// Run prints a shell's function, or the words that go on from those typed.
func (k *completionCmd) Run(c *console.Console, at *kong.Context, p *Program) error {
	if script, ok := scripts[k.Shell]; ok {
		_, err := fmt.Fprint(c.Out, strings.ReplaceAll(script, "NAME", p.Command))
		return err
	}
	words := k.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, w := range p.continued(at.Model.Node, words) {
		fmt.Fprintln(c.Out, w)
	}
	return nil
}

// continued returns what the last of the words may be: sub-commands, flags, and the names that a flag or an argument takes.
func (p *Program) continued(node *kong.Node, words []string) []string {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "=" }) // bash takes --flag=value apart
	if len(words) == 0 {
		words = []string{""}
	}
	last, flags, value := words[len(words)-1], flagsOf(node), ""
	for _, w := range words[:len(words)-1] {
		flag := flags[w]
		switch {
		case value != "":
			value = ""
		case flag != nil && !flag.IsBool():
			value = flag.Name
		case strings.HasPrefix(w, "-"):
		default:
			if i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == w }); i >= 0 {
				node = node.Children[i]
				flags = flagsOf(node)
			}
		}
	}
	begin := ""
	if name, typed, ok := strings.Cut(last, "="); ok && value == "" && strings.HasPrefix(name, "--") {
		value, last, begin = strings.TrimPrefix(name, "--"), typed, name+"="
	}
	var all []string
	switch {
	case value != "":
		all = p.valuesOf(value)
	case strings.HasPrefix(last, "-"):
		for name, f := range flags {
			if !f.Hidden && strings.HasPrefix(name, "--") {
				all = append(all, name)
			}
		}
	case len(node.Children) > 0:
		for _, n := range node.Children {
			all = append(all, n.Name)
		}
	default:
		all = p.argumentsOf(node)
	}
	all = slices.DeleteFunc(all, func(w string) bool { return !strings.HasPrefix(w, last) })
	slices.Sort(all)
	for i := range all {
		all[i] = begin + all[i]
	}
	return all
}

// flagsOf returns the flags that a command takes, by what is typed for them.
func flagsOf(node *kong.Node) map[string]*kong.Flag {
	flags := map[string]*kong.Flag{}
	for _, group := range node.AllFlags(false) {
		for _, f := range group {
			if flags["--"+f.Name] = f; f.Short != 0 {
				flags["-"+string(f.Short)] = f
			}
		}
	}
	return flags
}

// valuesOf are the words that a flag takes; none where it takes a file or a number.
func (p *Program) valuesOf(flag string) []string {
	switch flag {
	case "method", "methods":
		return methodNames()
	case "problem":
		return p.Names()
	case "device", "devices":
		return []string{"auto", "cpu", "gpu", "gpu:all", "cpu+gpu", "emulator"}
	case "target":
		return []string{"bks", "none"}
	}
	return nil
}

// argumentsOf are the words that a command takes as its argument.
func (p *Program) argumentsOf(node *kong.Node) (names []string) {
	switch node.Name {
	case "methods":
		return methodNames()
	case "problems":
		return p.Names()
	case "completion":
		return []string{"bash", "zsh", "fish"}
	case "help":
		for _, n := range node.Parent.Children {
			names = append(names, n.Name)
		}
	}
	return names
}

func methodNames() []string {
	names := []string{methodAuto}
	for _, m := range methods() {
		names = append(names, m.Name())
	}
	return names
}
