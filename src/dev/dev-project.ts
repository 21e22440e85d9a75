import type { Diagnostic } from '../diagnostics.ts';

/** The CRDs, roles, webhooks and samples of a project in the cluster in which `opgen dev` runs the operator. */
export interface DevProject {
  /** Whether the API server calls webhooks of the operator. */
  readonly hasWebhooks: boolean;
  /** Applies what config/ contains now. Returns warnings about changes that break stored objects. */
  apply(): Promise<Diagnostic[]>;
  /** Applies config/samples, and returns the applied objects. */
  applySamples(): Promise<string[]>;
}
