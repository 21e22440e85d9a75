import type { AdmissionContext, Client, Manager, Validator } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';

/** Validates a Deployment beyond its schema: call `deny` to reject, or `warn` of the context to only warn. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class DeploymentValidator implements Validator<Deployment> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async validateCreate(deploymentObject: Deployment, { log }: AdmissionContext<Deployment>): Promise<void> {
    // TODO: reject objects that must not be created.
    log.debug('may be created', { name: deploymentObject.metadata.name });
  }

  /** Always accept updates that do not change the spec: removing a finalizer is an update too. */
  async validateUpdate(
    old: Deployment,
    deploymentObject: Deployment,
    { log }: AdmissionContext<Deployment>,
  ): Promise<void> {
    // TODO: reject updates. To validate deletions, add `delete` to the verbs above and a method validateDelete.
    log.debug('may be updated', { from: old.metadata.generation, to: deploymentObject.metadata.generation });
  }
}
// +scaffold:webhooks

/**
 * Registers the webhooks of this kind. `opgen manifests` writes their configuration to config/webhook. It excludes
 * kube-system and the namespace of the operator: otherwise an operator that is down could block its own restart.
 */
export function setupDeploymentWebhook(manager: Manager): void {
  manager.webhook(Deployment).validateWith(new DeploymentValidator(manager.client));
  // +scaffold:registrations
}
