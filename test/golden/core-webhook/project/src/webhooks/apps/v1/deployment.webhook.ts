import type { AdmissionContext, Client, Manager, Validator } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';

/** Refuses what the schema of a Deployment lets through: call `deny`, or only `warn` of the context. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class DeploymentValidator implements Validator<Deployment> {
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async validateCreate(deploymentObject: Deployment, { log }: AdmissionContext<Deployment>): Promise<void> {
    // Here: refuse what must not come into being.
    log.debug('may be created', { name: deploymentObject.metadata.name });
  }

  /** An update that changes nothing must pass: a finalizer goes by an update too. */
  async validateUpdate(
    old: Deployment,
    deploymentObject: Deployment,
    { log }: AdmissionContext<Deployment>,
  ): Promise<void> {
    // Here: refuse changes. For deletions, add `delete` to the verbs above and a method validateDelete.
    log.debug('may be updated', { from: old.metadata.generation, to: deploymentObject.metadata.generation });
  }
}
// +scaffold:webhooks

/**
 * Says who answers the API server. Where it asks is in config/webhook, written by `opgen manifests`: never for objects
 * in kube-system and in the namespace of the operator, which could not start again while it waits for itself.
 */
export function setupDeploymentWebhook(manager: Manager): void {
  manager.webhook(Deployment).validateWith(new DeploymentValidator(manager.client));
  // +scaffold:registrations
}
