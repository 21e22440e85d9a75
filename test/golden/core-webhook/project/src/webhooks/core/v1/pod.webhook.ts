import type { AdmissionContext, Client, Defaulter, Manager } from '@opgen/runtime';
import { Pod } from '@opgen/runtime/kinds/core/v1';

/** Fills in what the author of a Pod left open. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class PodDefaulter implements Defaulter<Pod> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** Changes the object in place. One request may call it twice, so it leaves alone what is set. */
  async default(pod: Pod, { log }: AdmissionContext<Pod>): Promise<void> {
    // Here: set what depends on more than the field itself; for the rest, `+default` above a field is enough.
    log.debug('filled in', { name: pod.metadata.name });
  }
}
// +scaffold:webhooks

/**
 * Says who answers the API server. Where it asks is in config/webhook, written by `opgen manifests`: never for objects
 * in kube-system and in the namespace of the operator, which could not start again while it waits for itself.
 */
export function setupPodWebhook(manager: Manager): void {
  manager.webhook(Pod).defaultWith(new PodDefaulter(manager.client));
  // +scaffold:registrations
}
