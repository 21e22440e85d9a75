import type { AdmissionContext, Client, Manager, Validator } from '@opgen/runtime';
import { Namespace } from '@opgen/runtime/kinds/core/v1';

/** Validates a Namespace beyond its schema: call `deny` to reject, or `warn` of the context to only warn. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class NamespaceValidator implements Validator<Namespace> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async validateCreate(namespaceObject: Namespace, { log }: AdmissionContext<Namespace>): Promise<void> {
    // TODO: reject objects that must not be created.
    log.debug('may be created', { name: namespaceObject.metadata.name });
  }

  /** Always accept updates that do not change the spec: removing a finalizer is an update too. */
  async validateUpdate(
    old: Namespace,
    namespaceObject: Namespace,
    { log }: AdmissionContext<Namespace>,
  ): Promise<void> {
    // TODO: reject updates. To validate deletions, add `delete` to the verbs above and a method validateDelete.
    log.debug('may be updated', { from: old.metadata.generation, to: namespaceObject.metadata.generation });
  }
}
// +scaffold:webhooks

/**
 * Registers the webhooks of this kind. `opgen manifests` writes their configuration to config/webhook. It excludes
 * kube-system and the namespace of the operator: otherwise an operator that is down could block its own restart.
 */
export function setupNamespaceWebhook(manager: Manager): void {
  manager.webhook(Namespace).validateWith(new NamespaceValidator(manager.client));
  // +scaffold:registrations
}
