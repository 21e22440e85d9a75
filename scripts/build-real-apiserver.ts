import { findOrBuildBinary } from '../packages/testing/src/envtest/binaries.ts';
import { kubelet } from '../packages/runtime/test/support/kubelet/kubelet-binary.ts';
import { helm } from '../packages/testing/test/clients/helm/helm-binary.ts';
import { findOrBuildGoProgram } from '../packages/testing/test/support/go-program.ts';
import { programs } from '../packages/testing/src/envtest/programs.ts';

// Builds the real control plane, Helm and a kubelet without containers into the cache that tests use. If it is cached already, this takes a second.
for (const program of programs) {
  const path = await findOrBuildBinary(program, {
    env: process.env,
    onBuild: () => console.log(`building ${program}; the first time takes minutes`),
  });
  console.log(`${program}: ${path}`);
}

// The tests with Helm are skipped without it; a test that needs the kubelet builds it.
for (const program of [helm, kubelet]) {
  await findOrBuildGoProgram(program, process.env).then(
    (path) => console.log(`${program.name}: ${path}`),
    (error: Error) => console.warn(`${program.name} cannot be built: ${error.message}`),
  );
}
