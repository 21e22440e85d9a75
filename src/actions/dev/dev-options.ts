import type { Minor } from '@opgen/rules/builtin';

/** The options of `opgen dev`. */
export interface DevOptions {
  /** The cluster of this context instead of an embedded one. */
  context?: string;
  /** Where the API server of the context reaches this machine. */
  host?: string;
  /** The minor version of Kubernetes of the embedded cluster. */
  version?: Minor;
  nodes: number;
  samples?: boolean;
  fix?: boolean;
  state?: string;
  /** The address of the debugger, or true for the default. */
  inspect?: string | true;
  filename?: readonly string[];
  /** False: serve no page. */
  page?: boolean;
  /** Default: a free port. */
  pagePort?: number;
  /** Inject faults from the start: with this seed, or with a random one. */
  chaos?: number | true;
  /** Which faults, such as `conflict` or `conflict=0.5`; implies chaos. Default: the usual ones. */
  faults?: readonly string[];
}
