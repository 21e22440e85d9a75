import type { NodeOptions } from './nodes/node-options.ts';

/** The nodes of a cluster whose workloads make progress. */
export interface WorkloadsOptions {
  /** How many nodes the cluster has, or what each of them is like. Default: one node. */
  nodes?: number | readonly NodeOptions[] | undefined;
  /** The seed of what happens by chance, such as the suffixes of names. Default: 1. */
  seed?: number | undefined;
}
