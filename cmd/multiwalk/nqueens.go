package main

// nqueensCmd is a sub-command a question about N queens, besides solving them, which solve nqueens:N does.
type nqueensCmd struct {
	Count     nqueensCountCmd     `cmd:"" help:"Count all solutions of N queens."`
	Solutions nqueensSolutionsCmd `cmd:"" help:"Make many different solutions of N queens."`
	Check     nqueensCheckCmd     `cmd:"" help:"Check a file of solutions."`
}
