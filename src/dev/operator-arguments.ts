import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';

/**
 * The arguments of an operator that runs on this machine, as far as its src/main.ts declares them: no health probes, and
 * webhooks where the cluster of `opgen dev` reaches them.
 */
export function operatorArguments(root: string, webhooks: WebhookEndpoint, certificates: string): string[] {
  const main = readFileSync(join(root, 'src/main.ts'), 'utf8');
  const values = {
    'health-probe-bind-address': '0',
    'webhook-bind-address': new URL(webhooks.url).host,
    'certificate-dir': certificates,
  };
  return Object.entries(values)
    .filter(([flag]) => main.includes(`'${flag}'`))
    .map(([flag, value]) => `--${flag}=${value}`);
}

/** Whether its main function lets the address of the webhooks be chosen. */
export function servesWebhooks(args: readonly string[]): boolean {
  return args.some((argument) => argument.startsWith('--webhook-bind-address='));
}
