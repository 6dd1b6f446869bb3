package console

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// stopped is thrown by kong's exit hook, after --help, to unwind to run.
type stopped int

// Run executes the command whose sub-commands are the fields of grammar, and returns the exit code. The options are the caller's own.
func (c Console) Run(grammar any, args []string, options ...kong.Option) (code int) {
	out := &standardOutput{w: c.Out, exit: c.Exit}
	c.Out = out
	defer func() {
		if e := recover(); e != nil {
			s, ok := e.(stopped)
			if !ok {
				panic(e)
			}
			if code = int(s); out.err != nil {
				code = c.Report(out.judge(nil))
			}
		}
	}()
	parser := c.parser(grammar, append(options, kong.Exit(func(code int) { panic(stopped(code)) }))...)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if err != nil && out.err == nil { // else it is the help that could not be printed
		err = fmt.Errorf("%w; see %s --help", complete(err), c.mistaken(err))
	}
	if err != nil {
		return c.Report(out.judge(err))
	}
	return c.Report(out.judge(ctx.Run()))
}

// parser reads the command line of a grammar.
func (c *Console) parser(grammar any, options ...kong.Option) *kong.Kong {
	parser, err := kong.New(grammar, append(append(mappers(), options...), kong.Name(c.name()), kong.Description(c.About),
		kong.Writers(c.Out, c.Err), kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}), kong.Bind(c))...)
	if err != nil {
		panic(err)
	}
	return parser
}

// Fill sets the fields of a grammar by arguments, as Run would, and runs nothing. The model says which flags there are.
func Fill(grammar any, args []string, options ...kong.Option) (*kong.Application, error) {
	parser := (&Console{Out: io.Discard, Err: io.Discard}).parser(grammar, append(options, kong.NoDefaultHelp(), kong.Exit(func(int) {}))...)
	_, err := parser.Parse(args)
	return parser.Model, err
}

// standardOutput remembers that something could not be written, so that no command has to look at each line that it prints. Where its
// reader has gone, as head does, it ends the process at once and without a word, as the system does by default.
type standardOutput struct {
	w    io.Writer
	exit func(code int)
	err  error
}

func (o *standardOutput) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	k, err := o.w.Write(p)
	if errors.Is(err, syscall.EPIPE) && o.exit != nil {
		o.exit(ExitUnread)
	}
	if err != nil {
		o.err = fmt.Errorf("standard output: %w", Cause(err))
	}
	return k, o.err
}

// judge makes a failure of a command whose output did not arrive, however well the command itself went.
func (o *standardOutput) judge(err error) error {
	switch {
	case o.err == nil:
		return err
	case !errors.Is(err, o.err):
		err = errors.Join(err, o.err)
	}
	return Environment(err)
}

// complete names all sub-commands where one is missing; kong names five.
func complete(err error) error {
	var at *kong.ParseError
	if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), "expected one of ") {
		return err
	}
	node, names := at.Context.Selected(), []string(nil)
	if node == nil {
		node = at.Context.Model.Node
	}
	for _, child := range node.Children {
		names = append(names, child.Name)
	}
	return fmt.Errorf("name one of %s", strings.Join(names, ", "))
}

// mistaken returns the sub-command whose arguments are wrong.
func (c *Console) mistaken(err error) string {
	var at *kong.ParseError
	if errors.As(err, &at) {
		if node := at.Context.Selected(); node != nil {
			return node.FullPath()
		}
	}
	return c.name()
}
