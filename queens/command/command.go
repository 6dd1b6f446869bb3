// Package command is multiwalk nqueens: the sub-commands that count, make and check solutions of N queens.
package command

// Command has a sub-command for each question about N queens but that of one solution, which multiwalk solve nqueens:N answers.
type Command struct {
	Count     countCmd     `cmd:"" help:"Count all solutions of N queens."`
	Solutions solutionsCmd `cmd:"" help:"Make many different solutions of N queens."`
	Check     checkCmd     `cmd:"" help:"Check a file of solutions."`
}
