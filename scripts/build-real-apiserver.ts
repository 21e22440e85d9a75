import { findOrBuildBinary } from '../packages/testing/src/envtest/binaries.ts';
import { helm } from '../packages/testing/test/clients/helm/helm-binary.ts';
import { findOrBuildGoProgram } from '../packages/testing/test/support/go-program.ts';
import { programs } from '../packages/testing/src/envtest/programs.ts';

// Builds the real control plane and Helm into the cache that tests use. If it is cached already, this takes a second.
for (const program of programs) {
  const path = await findOrBuildBinary(program, {
    env: process.env,
    onBuild: () => console.log(`building ${program}; the first time takes minutes`),
  });
  console.log(`${program}: ${path}`);
}

// Only tests of one client need it, and they are skipped without it.
await findOrBuildGoProgram(helm, process.env).then(
  (path) => console.log(`helm: ${path}`),
  (error: Error) => console.warn(`helm cannot be built, so the tests with it are skipped: ${error.message}`),
);
