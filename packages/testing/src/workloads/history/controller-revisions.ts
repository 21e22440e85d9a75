import {
  AlreadyExistsError,
  type Client,
  controllerReference,
  type KubernetesObject,
  type LabelSelector,
  mergePatch,
} from '@opgen/runtime';
import { ControllerRevision } from '@opgen/runtime/kinds/apps/v1';
import type { PodTemplateSpec } from '@opgen/runtime/kinds/core/v1';
import { isSameTemplate, podTemplateHash } from '../deployment/pod-template-hash.ts';
import { claim } from '../ownership/claim.ts';

/** What revisions belong to: the StatefulSet or DaemonSet, and how its revisions are labeled. */
export interface Historian {
  readonly client: Client;
  readonly owner: KubernetesObject;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
  readonly hashLabel: string;
}

/** The revision of the current template, those before it in their order, and how many names were taken. */
export interface History {
  readonly current: ControllerRevision;
  readonly all: readonly ControllerRevision[];
  readonly collisionCount: number;
}

/** Finds the revision of the current template, or records it. A template that was used before gets the next number. */
export async function history(historian: Historian, collisionCount: number): Promise<History> {
  const { client, owner, selector, template } = historian;
  const { items } = await client.list(ControllerRevision, { namespace: owner.metadata.namespace ?? '' });
  const all = inOrder(await claim({ client, owner, selector }, ControllerRevision, items));
  const latest = all.at(-1);
  const next = (latest?.revision ?? 0) + 1;
  const equal = all.findLast((each) => isSameTemplate(templateOf(each), template));
  if (equal === undefined) return create(historian, all, next, collisionCount);
  if (equal === latest) return { current: equal, all, collisionCount };
  const { name, namespace = '' } = equal.metadata;
  const current = await client.patch(ControllerRevision, { name, namespace }, mergePatch({ revision: next }));
  return { current, all: inOrder([...all.filter((each) => each !== equal), current]), collisionCount };
}

/** The template that a revision recorded. */
export function templateOf({ data }: ControllerRevision): PodTemplateSpec {
  const { spec } = data as unknown as { spec: { template: PodTemplateSpec & { $patch?: string } } };
  const { $patch: _, ...template } = spec.template;
  return template;
}

/** The oldest revisions beyond the limit, which no Pod and no status refers to. */
export function beyondLimit(
  all: readonly ControllerRevision[],
  isLive: (revision: ControllerRevision) => boolean,
  limit: number,
): ControllerRevision[] {
  const unused = all.filter((revision) => !isLive(revision));
  return unused.slice(0, Math.max(0, unused.length - limit));
}

export async function deleteRevisions(
  client: Client,
  revisions: readonly ControllerRevision[],
): Promise<void> {
  for (const { metadata } of revisions) {
    const { name, namespace = '' } = metadata;
    await client.delete(ControllerRevision, { name, namespace });
  }
}

async function create(
  historian: Historian,
  all: readonly ControllerRevision[],
  revision: number,
  collisionCount: number,
): Promise<History> {
  const { client, owner, template, hashLabel } = historian;
  const { name, namespace, annotations } = owner.metadata;
  const hash = podTemplateHash(template, collisionCount);
  try {
    const current = await client.create(ControllerRevision, {
      metadata: {
        name: `${name}-${hash}`,
        namespace,
        labels: { ...template.metadata?.labels, [hashLabel]: hash },
        annotations,
        ownerReferences: [controllerReference(owner)],
      },
      data: sorted({ spec: { template: { ...template, $patch: 'replace' } } }),
      revision,
    });
    return { current, all: [...all, current], collisionCount };
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    return create(historian, all, revision, collisionCount + 1);
  }
}

/** The same value with sorted keys: clients compare the bytes of a revision with what they expect. */
function sorted<T>(value: T): T;
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

function inOrder(revisions: readonly ControllerRevision[]): ControllerRevision[] {
  return revisions.toSorted((a, b) => a.revision - b.revision);
}
