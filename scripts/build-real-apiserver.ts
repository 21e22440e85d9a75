import { findOrBuildBinary } from '../packages/testing/src/envtest/binaries.ts';
import { programs } from '../packages/testing/src/envtest/programs.ts';

// Builds the real control plane into the cache that tests use. If it is cached already, this takes a second.
for (const program of programs) {
  const path = await findOrBuildBinary(program, {
    env: process.env,
    onBuild: () => console.log(`building ${program}; the first time takes minutes`),
  });
  console.log(`${program}: ${path}`);
}
