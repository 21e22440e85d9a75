import { changedKinds, identityPrefix, labelOfChanges } from '../../dev/context/marks.ts';
import type { AnyObject } from '../deployment/kubernetes-objects.ts';
import { KubectlError } from '../deployment/read-rollout.ts';
import type { Kubectl } from '../kubectl/kubectl.ts';
import { isRenewed, type Lease } from './check-leader.ts';
import { type Finding, ok, problem } from './finding.ts';

const check = 'dev';
/** More names make a line hard to read. */
const most = 5;

interface Labeled {
  readonly items: readonly AnyObject[];
}

/** The objects that `opgen dev --context` has changed and not restored yet, those that matter most first. */
export async function readChangedObjects(kubectl: Kubectl, project: string): Promise<readonly AnyObject[]> {
  const types = changedKinds.map(([apiVersion, kind]) => {
    const [version = '', ...group] = apiVersion.split('/').toReversed();
    return [kind.toLowerCase(), ...(group.length === 0 ? [] : [version, ...group])].join('.');
  });
  const selector = `${labelOfChanges}=${project}`;
  const args = ['get', types.join(','), '--all-namespaces', '--selector', selector, '--output=json'];
  const result = await kubectl(args);
  if (!result.ok) throw new KubectlError(result.reason);
  const { items } = JSON.parse(result.stdout) as Labeled;
  const order = changedKinds.map(([, kind]) => kind);
  return items.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Whether `opgen dev --context` runs, or was killed and has left changed objects behind. */
export function checkDevSession(
  changed: readonly AnyObject[],
  lease: Lease | undefined,
  { context, now }: { context: string | undefined; now: Date },
): Finding[] {
  if (changed.length === 0) return [];
  const holder = lease?.spec?.holderIdentity ?? '';
  const session = holder.startsWith(identityPrefix) ? holder.slice(identityPrefix.length) : '';
  const host = session.slice(0, session.lastIndexOf('_'));
  const where = host === '' ? '' : ` on ${host}`;
  if (host !== '' && isRenewed(lease, now))
    return [ok(check, `opgen dev --context runs${where}, and restores ${count(changed)} when it ends`)];
  const names = changed.slice(0, most).map(({ kind, metadata: { name } }) => `${kind} ${name}`);
  const rest = changed.length > most ? ` and ${changed.length - most} more` : '';
  const message = `opgen dev --context was killed${where} and has left ${count(changed)} changed: ${names.join(', ')}${rest}`;
  const redirects = changed.some(({ kind }) => kind.endsWith('WebhookConfiguration'));
  const urgency = redirects ? '; until then, requests that call a webhook of this project fail' : '';
  const command = `opgen dev --context ${context ?? '<context>'}`;
  return [problem(check, message, `restore them: run ${command} in this project, and quit it${urgency}`)];
}

function count(objects: readonly unknown[]): string {
  return objects.length === 1 ? '1 object' : `${objects.length} objects`;
}
