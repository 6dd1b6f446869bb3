package main

// A reproTable is what multiwalk repro --json prints, the table of package repro without what draws it: this program is
// carried to other machines and stays small.
type reproTable struct {
	Name    string     `json:"name"`
	Title   string     `json:"title"`
	Columns []column   `json:"columns"`
	Rows    []reproRow `json:"rows"`
	Summary []reproRow `json:"summary,omitempty"`
	Notes   []string   `json:"notes,omitempty"`
}

type column struct {
	Group  string `json:"group,omitempty"`
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"`
	Source string `json:"source"` // ours or paper
}

type reproRow struct {
	Name  string      `json:"name"`
	Cells []reproCell `json:"cells"`
}

type reproCell struct {
	Value   float64 `json:"value"`
	Missing string  `json:"missing,omitempty"`
	Mark    string  `json:"mark,omitempty"` // * behind the figure, < > ~ before it
}
