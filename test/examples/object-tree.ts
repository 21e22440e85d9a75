import type { DeepReadonly, Kind, KubernetesObject } from '@opgen/runtime';
import { healthOf } from '@opgen/runtime/health';
import { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import { Ingress } from '@opgen/runtime/kinds/networking/v1';
import type { Scene } from './scene.ts';

/** What to show beside the name of an object. */
const summaries = new Map<string, (object: KubernetesObject) => string>([
  summaryOf(Deployment, ({ spec, status }) => `${status?.readyReplicas ?? 0} of ${spec.replicas} ready`),
  summaryOf(ReplicaSet, ({ spec, status }) => `${status?.readyReplicas ?? 0} of ${spec.replicas} ready`),
  summaryOf(Pod, ({ status }) => status?.phase ?? ''),
  summaryOf(Service, ({ spec }) => `${spec.type} ${spec.ports?.map(({ port }) => port).join(', ')}`),
  summaryOf(Ingress, ({ spec }) => spec.rules?.map(({ host }) => host).join(', ') ?? ''),
  summaryOf(EndpointSlice, ({ endpoints }) => `${endpoints?.length ?? 0} addresses`),
]);

/** The objects of a namespace that have owners, below the objects that own them, as text. */
export async function objectTree(
  { client, namespace }: Scene,
  root: Kind,
  kinds: ReadonlySet<Kind>,
): Promise<string> {
  const lists = await Promise.all([root, ...kinds].map((kind) => client.list(kind, { namespace })));
  const objects = lists.flatMap(({ items }) => items);
  const ownedBy = (owner: string | undefined): typeof objects =>
    objects.filter(({ metadata }) => metadata.ownerReferences?.[0]?.uid === owner);
  const lines: [string, string][] = [];
  const draw = (object: DeepReadonly<KubernetesObject>, head: string, rest: string): void => {
    const { generateName, name } = object.metadata;
    // Generated names differ from run to run.
    const shown = generateName === undefined ? name : `${generateName}…`;
    lines.push([`${head}${object.kind} ${shown}`, summary(object)]);
    const children = ownedBy(object.metadata.uid);
    for (const [index, child] of children.entries()) {
      const isLast = index === children.length - 1;
      draw(child, `${rest}${isLast ? '└── ' : '├── '}`, `${rest}${isLast ? '    ' : '│   '}`);
    }
  };
  for (const object of ownedBy(undefined)) draw(object, '', '');
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return lines.map(([name, what]) => `${name.padEnd(width)}${what}\n`).join('');
}

function summary(object: DeepReadonly<KubernetesObject>): string {
  return (
    summaries.get(object.kind)?.(object as KubernetesObject) ?? healthOf(object as KubernetesObject).state
  );
}

function summaryOf<T extends KubernetesObject>(
  { kind }: Kind<T>,
  of: (object: T) => string,
): [string, (object: KubernetesObject) => string] {
  // The key of the map is the kind of the object.
  return [kind, (object) => of(object as T)];
}
