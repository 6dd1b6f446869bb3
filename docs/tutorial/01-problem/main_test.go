package main

func Example() {
	main()
	// Output:
	// 32 machines, 80 cables of 496 places together
	// stopped by target_reached
	// note: method anneal evaluates in full: each move is made, priced by Cost and taken back, as the problem has no delta for every move of swap+insert; chapter 2 of the tutorial adds one
}
