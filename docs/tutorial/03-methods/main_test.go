package main

func Example() {
	main()
	// Output:
	// climb  gap  3.19 %
	// anneal gap  0.00 %
	// tabu   gap 91.96 %
	// alpha 0.900: cost 32818 after 112641 evaluations
	// alpha 0.970: cost 32696 after 389121 evaluations
	// alpha 0.990: cost 32656 after 1175041 evaluations
	// alpha 0.997: cost 32648 after 3924481 evaluations
	// independent gap 0.14 %
	// exchange    gap 0.07 %
	// equal but for the clock: true
	// verified: true
	// changed:  multiwalk: the record claims cost 32685, its solution costs 32686 (difference -1)
	// in two parts as at a stretch: true
}
