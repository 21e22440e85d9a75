import { setTimeout as delay } from 'node:timers/promises';
import type { CustomResourceConversion, CustomResourceDefinition } from '@opgen/rules/definitions';
import { ServerError, NotFoundError } from '@opgen/runtime';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import type { WebhookClientConfig } from '@opgen/rules/webhooks';
import type { Diagnostic } from '../../diagnostics.ts';
import { partFolders } from '../../manifests/manifest-parts.ts';
import type { ApiObjects, ObjectReference } from '../api-objects.ts';
import { breakingChanges, hasObjects } from '../breaking-changes.ts';
import type { DevProject } from '../dev-project.ts';
import { nameOf } from '../object-name.ts';
import type { ProjectManifests } from '../project-manifests.ts';
import { refusals } from '../refusals.ts';
import type { ReversibleChanges } from './reversible-changes.ts';

export interface ProjectInContextOptions {
  api: ApiObjects;
  changes: ReversibleChanges;
  manifests: ProjectManifests;
  /** Of samples that name none. */
  namespaceOfSamples: string;
  /** Where the operator serves its webhooks; undefined if it serves none. */
  webhooks: WebhookEndpoint | undefined;
}

/** Milliseconds until the server serves the kind of a new CRD. */
const timeout = 30_000;

/** A project in the cluster of a kubeconfig. Everything but its CRDs with objects and the samples is undone at the end. */
export class ProjectInContext implements DevProject {
  readonly #options: ProjectInContextOptions;

  constructor(options: ProjectInContextOptions) {
    this.#options = options;
  }

  get hasWebhooks(): boolean {
    const { manifests, webhooks } = this.#options;
    if (webhooks === undefined) return false;
    return manifests.webhookConfigurations().length > 0 || manifests.conversions().size > 0;
  }

  async apply(): Promise<Diagnostic[]> {
    const { api, changes, manifests } = this.#options;
    const definitions = [...manifests.definitions(), ...manifests.externalDefinitions()];
    const warnings = await refusals(partFolders.crd, () => breakingChanges(api, manifests.definitions()));
    const applied = [
      ...definitions.map((definition) => this.#withConversion(definition)),
      ...manifests.roles(),
      ...this.#webhookConfigurations(),
    ];
    for (const object of applied)
      await refusals(`${object.kind} ${object.metadata.name}`, () => changes.apply(object));
    for (const definition of definitions) await this.#untilServed(definition);
    // What a killed session has changed, and this one has not, such as webhooks that were deleted from the sources.
    const names = new Set(applied.map(({ kind, metadata: { name } }) => `${kind} ${name}`));
    await changes.undo(({ kind, metadata: { name } }) => kind !== 'Lease' && !names.has(`${kind} ${name}`));
    return warnings;
  }

  async applySamples(): Promise<string[]> {
    const { api, manifests, namespaceOfSamples } = this.#options;
    const applied: string[] = [];
    for (const sample of manifests.samples()) {
      const namespace = sample.metadata.namespace ?? namespaceOfSamples;
      const isNamespaced = await refusals('config/samples', () => api.isNamespaced(sample));
      const metadata = { ...sample.metadata, ...(isNamespaced && { namespace }) };
      await refusals('config/samples', () => api.apply({ ...sample, metadata }));
      applied.push(await nameOf(api, sample, namespace));
    }
    return applied;
  }

  /** The CRD with its conversion at the local process. */
  #withConversion(definition: CustomResourceDefinition): ObjectReference {
    const { manifests, webhooks } = this.#options;
    const declared = manifests.conversions().get(definition.metadata.name);
    const conversion: CustomResourceConversion =
      declared === undefined || webhooks === undefined
        ? (definition.spec.conversion ?? { strategy: 'None' })
        : {
            ...declared,
            webhook: {
              conversionReviewVersions: declared.webhook?.conversionReviewVersions ?? ['v1'],
              clientConfig: atEndpoint(declared.webhook?.clientConfig ?? {}, webhooks),
            },
          };
    return { ...definition, spec: { ...definition.spec, conversion } } as ObjectReference;
  }

  #webhookConfigurations(): ObjectReference[] {
    const { manifests, webhooks: endpoint } = this.#options;
    if (endpoint === undefined) return [];
    return manifests.webhookConfigurations().map((configuration) => ({
      ...configuration,
      webhooks: (configuration.webhooks ?? []).map((webhook) => ({
        ...webhook,
        clientConfig: atEndpoint(webhook.clientConfig, endpoint),
      })),
    }));
  }

  async #untilServed(definition: CustomResourceDefinition): Promise<void> {
    const deadline = Date.now() + timeout;
    for (;;) {
      try {
        await hasObjects(this.#options.api, definition);
        return;
      } catch (error) {
        // A kind whose conversion webhook does not run yet answers with an error, which shows that it is served.
        if (error instanceof ServerError) return;
        if (!(error instanceof NotFoundError) || Date.now() > deadline) throw error;
        await delay(25);
      }
    }
  }
}

/** The same path at the endpoint. A webhook with a URL is not part of the operator. */
function atEndpoint(
  clientConfig: WebhookClientConfig,
  { caBundle, url }: WebhookEndpoint,
): WebhookClientConfig {
  const { service } = clientConfig;
  if (service === undefined) return clientConfig;
  return { url: new URL(service.path ?? '/', url).href, caBundle: Buffer.from(caBundle).toString('base64') };
}
