import { expect, test } from 'vitest';
import { failureOf } from './run-test.ts';
import { specTests } from './suite.ts';
import { unsupportedParts } from './unsupported.ts';

/**
 * Runs the conformance tests of the CEL specification. A failing test must belong to a part of the specification that
 * Kubernetes does without; README.md beside this file lists those parts with their numbers (`vitest -u` updates it).
 */
test('passes every conformance test of the CEL specification that applies to Kubernetes', async () => {
  const counts = new Map(unsupportedParts.map((part) => [part, 0]));
  const tests = specTests();
  const unexplained: string[] = [];
  let failed = 0;
  for (const each of tests) {
    const failure = failureOf(each);
    if (failure === undefined) continue;
    failed += 1;
    const part = unsupportedParts.find(({ includes }) => includes(each, failure));
    if (part === undefined) unexplained.push(`${each.id}: ${each.expr}: ${failure}`);
    else counts.set(part, counts.get(part)! + 1);
  }
  expect(unexplained).toEqual([]);
  expect([...counts].filter(([, count]) => count === 0).map(([{ name }]) => name)).toEqual([]);

  const list = [...counts].map(([{ name, why }, count]) => `- **${name}** (${count} tests): ${why}\n`);
  await expect(
    `# Conformance with the CEL specification

Of the ${tests.length} tests in \`@bufbuild/cel-spec\` ${tests.length - failed} pass. The others test what Kubernetes does not have:

${list.join('')}
The real kube-apiserver decides what Kubernetes has: \`on-real-server.test.ts\` compares verdicts, messages and costs
with it.
`,
  ).toMatchFileSnapshot('README.md');
});
