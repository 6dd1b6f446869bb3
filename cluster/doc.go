// Package cluster spreads a run over machines, by NATS, whose server is part of the program. A server brings them together (Serve). Nodes
// join it and work (Join). A run is a Device that has a server's nodes do its walks' work (Dial).
//
// The run stays in the process that began it, which is the only one that knows it. Some rounds of a walk are a unit: its state and
// what it is to do (see walk.Remote). Units lie in a queue of the server, nodes take one whenever a core is free, and send back the state
// that the walk then has. What a unit comes to depends on nothing else. So a node may die, come late, or do a unit twice; and a run that
// work limits finds the same on any number of nodes. The server keeps nothing that a run does not: after it was down, runs offer again what
// is not answered.
//
// Nodes may lend GPUs too (Node.Machines). A run on these (DialMachines) is prepared here and works there alone: see walk.Lender.
//
// Nobody is believed. A run evaluates each solution that comes back, does a unit itself whose answer is wrong, and hears no more of that
// node. All programs must be the same build, since states have the form that a build gives them. Without a token a server listens to this
// machine alone; others need the token, which also says how to know the server (TLS with a pinned key).
package cluster
