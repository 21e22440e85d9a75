import { expect, test } from 'vitest';
import { failureOf } from './run-test.ts';
import { specTests } from './suite.ts';
import { unsupportedParts } from './unsupported.ts';

/**
 * Runs the conformance tests of the CEL specification. A failing test must belong to a part of the specification that
 * Kubernetes does without. README.md beside this file lists those parts with their numbers, and unsupported-tests.txt every
 * test in them with its failure (`vitest -u` updates both).
 */
test('passes every conformance test of the CEL specification that applies to Kubernetes', async () => {
  const failures = new Map(unsupportedParts.map((part) => [part, [] as string[]]));
  const tests = specTests();
  const unexplained: string[] = [];
  let failed = 0;
  for (const each of tests) {
    const failure = failureOf(each);
    if (failure === undefined) continue;
    failed += 1;
    const part = unsupportedParts.find(({ includes }) => includes(each, failure));
    if (part === undefined) unexplained.push(`${each.id}: ${each.expr}: ${failure}`);
    else failures.get(part)!.push(`${each.id}: ${failure}`);
  }
  expect(unexplained).toEqual([]);
  expect([...failures].filter(([, ids]) => ids.length === 0).map(([{ name }]) => name)).toEqual([]);

  // Each test with its failure, so that a regression cannot hide in a part.
  const sections = [...failures].map(([{ name }, lines]) => [`# ${name}`, ...lines, ''].join('\n'));
  await expect(sections.join('\n')).toMatchFileSnapshot('unsupported-tests.txt');

  const list = [...failures].map(
    ([{ name, why }, { length }]) => `- **${name}** (${length} tests): ${why}\n`,
  );
  await expect(
    `# Conformance with the CEL specification

Of the ${tests.length} tests in \`@bufbuild/cel-spec\` ${tests.length - failed} pass. The others test what Kubernetes does not have:

${list.join('')}
The real kube-apiserver decides what Kubernetes has: \`on-real-server.test.ts\` compares verdicts, messages and costs
with it.
`,
  ).toMatchFileSnapshot('README.md');
});
