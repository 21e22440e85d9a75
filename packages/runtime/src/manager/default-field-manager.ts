import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';

export interface FieldManagerSources {
  leaseId?: string | undefined;
  /** The file that Node runs. */
  script?: string | undefined;
  environment?: Readonly<Record<string, string | undefined>>;
  host?: string;
}

/**
 * In whose name a program writes fields that was not given one. It must differ from that of every other operator, for two
 * that apply as one manager remove each other's fields; and it must outlive restarts, so it is nothing random: the Lease's
 * name, the package's, or that of the Deployment whose Pod this is.
 */
export function defaultFieldManager({
  leaseId,
  script = process.argv[1],
  environment = process.env,
  host = hostname(),
}: FieldManagerSources = {}): string {
  if (leaseId !== undefined) return leaseId;
  const inPod = environment['KUBERNETES_SERVICE_HOST'] !== undefined;
  const name =
    (script && packageName(dirname(script))) ??
    (inPod ? deploymentName(environment['POD_NAME'] ?? host) : undefined);
  return (name ?? 'opgen').slice(0, 128);
}

function packageName(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown };
    if (typeof name === 'string' && name !== '') return name;
  } catch {
    // The next folder may have one.
  }
  const above = dirname(folder);
  return above === folder ? undefined : packageName(above);
}

/** `web-7c9d8f6b5-x2x1z` is a Pod of the Deployment `web`. */
function deploymentName(pod: string): string {
  return pod.replace(/-[a-z0-9]{6,10}-[a-z0-9]{5}$/, '');
}
