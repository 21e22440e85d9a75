import type { Node, Taint } from '@opgen/runtime/kinds/core/v1';

const prefix = 'node.kubernetes.io/';
const pressures: Readonly<Record<string, string>> = {
  MemoryPressure: 'memory-pressure',
  DiskPressure: 'disk-pressure',
  PIDPressure: 'pid-pressure',
  NetworkUnavailable: 'network-unavailable',
};
const managed: ReadonlySet<string> = new Set(
  ['not-ready', 'unreachable', 'unschedulable', ...Object.values(pressures)].map((name) => prefix + name),
);

/** The taints of a node: those that its conditions and `unschedulable` require, beside those of others. */
export function taintsFor({ spec, status }: Node, now: string): Taint[] {
  const { taints = [], unschedulable = false } = spec;
  const wanted: Taint[] = [];
  const add = (name: string, ...effects: string[]): void => {
    for (const effect of effects) wanted.push({ key: prefix + name, effect });
  };
  const conditions = status?.conditions ?? [];
  const ready = conditions.find(({ type }) => type === 'Ready')?.status ?? 'False';
  if (ready === 'False') add('not-ready', 'NoSchedule', 'NoExecute');
  if (ready === 'Unknown') add('unreachable', 'NoSchedule', 'NoExecute');
  if (unschedulable) add('unschedulable', 'NoSchedule');
  for (const { type, status: is } of conditions) {
    const pressure = pressures[type];
    if (pressure !== undefined && is === 'True') add(pressure, 'NoSchedule');
  }
  const of = (taint: Taint): Taint | undefined =>
    taints.find(({ key, effect }) => key === taint.key && effect === taint.effect);
  return [
    ...taints.filter(({ key }) => !managed.has(key)),
    ...wanted.map((taint) => of(taint) ?? { ...taint, timeAdded: now }),
  ];
}
