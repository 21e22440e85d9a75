import type { Cost } from './measure.ts';
import { mebibytes, milliseconds, ratio } from './markdown.ts';
import { median } from './statistics.ts';

export const costColumns: readonly string[] = ['wall', 'CPU', 'peak memory'];

/** The median of each cost. */
export function medianCost(costs: readonly Cost[]): Cost {
  return {
    wallMs: median(costs.map(({ wallMs }) => wallMs)),
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
    peakRssMiB: median(costs.map(({ peakRssMiB }) => peakRssMiB)),
  };
}

export function costCells({ wallMs, cpuMs, peakRssMiB }: Cost): string[] {
  return [milliseconds(wallMs), milliseconds(cpuMs), mebibytes(peakRssMiB)];
}

export function ratioCells(ours: Cost, peer: Cost): string[] {
  return [
    ratio(ours.wallMs, peer.wallMs),
    ratio(ours.cpuMs, peer.cpuMs),
    ratio(ours.peakRssMiB, peer.peakRssMiB),
  ];
}
