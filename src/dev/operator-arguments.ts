import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The arguments of an operator that runs on this machine, as far as its src/main.ts declares them: no health probes, and
 * webhooks where the cluster of `opgen dev` reaches them.
 */
export function operatorArguments(root: string, webhookBindAddress: string, certificates: string): string[] {
  const values = {
    'health-probe-bind-address': '0',
    'webhook-bind-address': webhookBindAddress,
    'certificate-dir': certificates,
  };
  return Object.entries(values)
    .filter(([flag]) => declares(root, flag))
    .map(([flag, value]) => `--${flag}=${value}`);
}

/** Whether its main function lets the address of the webhooks be chosen. */
export function servesWebhooks(root: string): boolean {
  return declares(root, 'webhook-bind-address');
}

function declares(root: string, flag: string): boolean {
  return readFileSync(join(root, 'src/main.ts'), 'utf8').includes(`'${flag}'`);
}
