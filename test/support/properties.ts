import * as fc from 'fast-check';

fc.configureGlobal({
  // A property that fails must say so, with its seed, before its test runs out of time, though the search for the
  // smallest example goes on. A test with a timeout of its own has limits of its own too.
  interruptAfterTimeLimit: 15_000,
  // A run that hangs has failed: interrupted, it would count as one that did not.
  timeout: 12_000,
  // What lands must not depend on luck: in CI every property meets the same values each time, so that a red run
  // tells of the change. Everywhere else they are drawn anew, which is how rare mistakes are found.
  ...(process.env['CI'] !== undefined && { seed: 20_261_121 }),
});
