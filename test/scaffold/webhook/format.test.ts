import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { loadBuiltInResources } from '../../../src/kubernetes/built-in-resources.ts';
import { planWebhook } from '../../../src/scaffold/webhook/create-webhook.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runCli } from '../../support/run-cli.ts';

const style = fileURLToPath(new URL('../../../.prettierrc.json', import.meta.url));
const name = 'DistributedReplicatedInMemoryCachePolicyForSeveralRegions';

/** Creates all webhooks for a kind whose name has this length, and checks their formatting. */
async function expectFormatted(length: number): Promise<void> {
  const folder = temporaryFolder();
  const kind = name.slice(0, length);
  const api = `create api --group cache --kind ${kind} --no-controller --version`.split(' ');
  await runCli(folder, 'init --domain example.com --project-name cache --no-install --no-git'.split(' '));
  for (const version of ['v1', 'v2']) await runCli(folder, [...api, version]);
  const types = ['defaulting', 'validation', 'conversion'] as const;
  const options = { version: 'v1', kind, types, spokes: ['v2'], validationPath: '/check/caches' };
  const { changes } = planWebhook(folder, options, loadBuiltInResources());
  const config = await resolveConfig(style, { config: style });
  const formatted = changes.filter(({ path }) => /\.(ts|yaml)$/.test(path));
  expect(formatted).not.toEqual([]);
  for (const { path, content } of formatted) {
    expect(content, path).toBe(await format(String(content), { ...config, filepath: path }));
  }
}

test('webhooks are formatted for kind names of any length', async () => {
  for (let length = 1; length <= name.length; length += 6) await expectFormatted(length);
});
