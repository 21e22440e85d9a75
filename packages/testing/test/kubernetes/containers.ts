import { controllerOf, type LiveClient, mergePatch } from '@opgen/runtime';
import { Pod } from '@opgen/runtime/kinds/core/v1';

/** How the container of a Pod ends, as annotations. */
type Annotations = Record<string, string>;

interface Script {
  /** A part of the container's command. */
  readonly contains: string;
  /** How it ends, from the index of its Pod, and whether it is the first one that writes to the shared volume. */
  readonly ends: (index: string, isFirst: boolean) => Annotations;
}

const exits = (code: number): Annotations => ({ 'pods.testing.opgen.dev/exit-code': String(code) });
const runsOn: Annotations = { 'pods.testing.opgen.dev/exit-after': '1000h' };

/** The scripts of `k8s.io/kubernetes/test/e2e/framework/job`; each distinguishes cases by a file on the node. */
const scripts: readonly Script[] = [
  { contains: 'expr ${JOB_COMPLETION_INDEX} % 2', ends: (index) => exits(Number(index) % 2) },
  { contains: 'exit 42', ends: (_, isFirst) => exits(isFirst ? 42 : 0) },
  { contains: 'sleep 1000000', ends: (_, isFirst) => (isFirst ? runsOn : exits(0)) },
  { contains: 'touch /data/foo', ends: (_, isFirst) => exits(isFirst ? 1 : 0) },
];

/**
 * No containers run here, so this plays those whose scripts branch: an annotation of each Pod says how its container
 * ends, before it starts.
 */
export async function playContainers(client: LiveClient, signal: AbortSignal): Promise<void> {
  try {
    await annotatePods(client, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function annotatePods(client: LiveClient, signal: AbortSignal): Promise<void> {
  const known = new Set<string>();
  for await (const { type, object: pod } of client.watch(Pod, { signal })) {
    const script = type === 'ADDED' ? scriptOf(pod) : undefined;
    if (script === undefined) continue;
    const { name, namespace = '', annotations = {} } = pod.metadata;
    const index = annotations['batch.kubernetes.io/job-completion-index'] ?? '';
    const key = `${controllerOf(pod)?.uid}/${index}`;
    const patch = { metadata: { annotations: script.ends(index, !known.has(key)) } };
    known.add(key);
    await client.patch(Pod, { name, namespace }, mergePatch(patch));
  }
}

function scriptOf({ spec }: Pod): Script | undefined {
  const [container] = spec.containers;
  const text = [...(container?.command ?? []), ...(container?.args ?? [])].join(' ');
  const isShared = spec.volumes?.some(({ hostPath }) => hostPath !== undefined) === true;
  return scripts.find(({ contains }) => text.includes(contains) && (isShared || !contains.includes('foo')));
}
