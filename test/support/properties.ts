import * as fc from 'fast-check';

fc.configureGlobal({
  // A failing property must report its seed before its test times out, even if shrinking is not complete.
  interruptAfterTimeLimit: 120_000,
  // A run that hangs must fail; an interrupted run would count as passed.
  timeout: 90_000,
  // In CI every property gets the same values each time, so that a failure is caused by the change. Everywhere else
  // the values are random, which finds rare bugs.
  ...(process.env['CI'] !== undefined && { seed: 20_261_121 }),
});
