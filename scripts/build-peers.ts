import { goProgram } from '../benchmarks/support/go-programs.ts';

// Fills the cache that the comparisons with controller-gen take it from. With a filled cache this takes a second.
console.log(`controller-gen: ${await goProgram('controller-gen')}`);
