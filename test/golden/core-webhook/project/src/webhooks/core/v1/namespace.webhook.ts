import type { AdmissionContext, Client, Manager, Validator } from '@opgen/runtime';
import { Namespace } from '@opgen/runtime/kinds/core/v1';

/** Refuses what the schema of a Namespace lets through: call `deny`, or only `warn` of the context. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class NamespaceValidator implements Validator<Namespace> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async validateCreate(namespaceObject: Namespace, { log }: AdmissionContext<Namespace>): Promise<void> {
    // Here: refuse what must not come into being.
    log.debug('may be created', { name: namespaceObject.metadata.name });
  }

  /** An update that changes nothing must pass: a finalizer goes by an update too. */
  async validateUpdate(
    old: Namespace,
    namespaceObject: Namespace,
    { log }: AdmissionContext<Namespace>,
  ): Promise<void> {
    // Here: refuse changes. For deletions, add `delete` to the verbs above and a method validateDelete.
    log.debug('may be updated', { from: old.metadata.generation, to: namespaceObject.metadata.generation });
  }
}
// +scaffold:webhooks

/**
 * Says who answers the API server. Where it asks is in config/webhook, written by `opgen manifests`: never for objects
 * in kube-system and in the namespace of the operator, which could not start again while it waits for itself.
 */
export function setupNamespaceWebhook(manager: Manager): void {
  manager.webhook(Namespace).validateWith(new NamespaceValidator(manager.client));
  // +scaffold:registrations
}
