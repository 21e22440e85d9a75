import { findOrBuildBinary } from '../packages/testing/src/envtest/binaries.ts';
import { programs } from '../packages/testing/src/envtest/programs.ts';

// Fills the cache that tests take the real control plane from. With a filled cache it is a matter of a second.
for (const program of programs) {
  const path = await findOrBuildBinary(program, {
    env: process.env,
    onBuild: () => console.log(`building ${program}; the first time takes minutes`),
  });
  console.log(`${program}: ${path}`);
}
