import type { AdmissionContext, Client, Defaulter, Manager, Unvalidated } from '@opgen/runtime';
import { Pod } from '@opgen/runtime/kinds/core/v1';

/** Sets the defaults of a Pod. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class PodDefaulter implements Defaulter<Pod> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /**
   * Modifies the object in place. It may run twice for one request, so it must not overwrite set fields. Required fields
   * can be missing: the API server validates the object afterwards.
   */
  async default(pod: Unvalidated<Pod>, { log }: AdmissionContext<Pod>): Promise<void> {
    // TODO: set defaults that depend on other fields. For constant defaults, use a `+default` marker.
    log.debug('filled in', { name: pod.metadata.name });
  }
}
// +scaffold:webhooks

/**
 * Registers the webhooks of this kind. `opgen manifests` writes their configuration to config/webhook. It excludes
 * kube-system and the namespace of the operator: otherwise an operator that is down could block its own restart.
 */
export function setupPodWebhook(manager: Manager): void {
  manager.webhook(Pod).defaultWith(new PodDefaulter(manager.client));
  // +scaffold:registrations
}
