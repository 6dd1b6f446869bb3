// Package refuse holds one file for each thing that no kernel can do, with the refusal wanted on its line.
package refuse
