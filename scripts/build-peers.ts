import { goProgram } from '../benchmarks/support/go-programs.ts';

// Builds controller-gen into the cache that the comparison tests use. If it is cached already, this takes a second.
console.log(`controller-gen: ${await goProgram('controller-gen')}`);
