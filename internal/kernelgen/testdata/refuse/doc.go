// Package refuse holds a function for each thing that no kernel can do, with the refusal wanted on its line.
package refuse
