package main

func Example() {
	main()
	// Output:
	// 32 machines, 80 cables of 496 places together
	// stopped by target_reached
	// note: method anneal evaluates in full, by do and undo: the problem has no delta for every move of swap+insert
}
