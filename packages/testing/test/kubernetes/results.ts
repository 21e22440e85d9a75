/** One row of results.md. */
export interface Result {
  readonly spec: string;
  readonly outcome: 'passed' | 'failed' | 'excluded';
  /** Why it failed or is excluded. */
  readonly reason: string;
}

const title = '# Kubernetes e2e specs on the embedded API server';
const rowForm = /^\| (passed|failed|excluded) \| (.*?) \| (.*?) ?\|$/;

export function formatResults(results: readonly Result[]): string {
  const count = (outcome: Result['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  const summary = `${count('passed')} passed, ${count('failed')} failed, ${count('excluded')} excluded`;
  const rows = results.map(({ spec, outcome, reason }) => `| ${outcome} | ${cell(spec)} | ${cell(reason)} |`);
  return [
    title,
    '',
    'Written by `npm run test:kubernetes -- --update`. It runs the `[sig-api-machinery]` and `[sig-apps]` conformance',
    "specs of Kubernetes' own suite (`k8s.io/kubernetes/test/e2e`, v1.36) against a cluster of `startCluster` over HTTPS.",
    '',
    `${results.length} specs: ${summary}.`,
    '',
    '| result | spec | reason |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export function parseResults(markdown: string): Result[] {
  return markdown.split('\n').flatMap((line) => {
    const [, outcome, spec = '', reason = ''] = rowForm.exec(line) ?? [];
    return outcome === undefined ? [] : [{ outcome: outcome as Result['outcome'], spec, reason }];
  });
}

function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 200);
}
