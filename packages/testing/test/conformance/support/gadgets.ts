import { onTestFinished } from 'vitest';
import { redirectConversion } from '../../../src/webhooks/redirect-conversion.ts';
import { type Convert, startWebhookServer, type WebhookServer } from '../../support/webhook-server.ts';
import type { Scene } from './scene.ts';
import type { Answer, StoredObject } from './target.ts';

/** A kind with two versions for one case: `size` in v1, the storage version, is `replicas` in v2. */
export class Gadgets {
  readonly #scene: Scene;
  readonly group: string;
  readonly webhooks: WebhookServer;

  private constructor(scene: Scene, webhooks: WebhookServer) {
    this.#scene = scene;
    this.group = `${scene.namespace}.example.com`;
    this.webhooks = webhooks;
  }

  /** Installs the CRD, with the function as its conversion webhook. */
  static async define(scene: Scene, convert: Convert = renamed): Promise<Gadgets> {
    const webhooks = await startWebhookServer();
    webhooks.convert('/convert', convert);
    const gadgets = new Gadgets(scene, webhooks);
    const { definitionPath } = gadgets;
    onTestFinished(async () => void (await scene.delete(definitionPath)));
    await scene.must(201, 'POST', definitions, gadgets.#definition());
    for (const version of ['v1', 'v2']) {
      while ((await scene.get(gadgets.path(version))).status === 404) {
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
    await redirectConversion(scene.transport, `gadgets.${gadgets.group}`, webhooks);
    await scene.skipCreateDelay(`gadgets.${gadgets.group}`);
    return gadgets;
  }

  get definitionPath(): string {
    return `${definitions}/gadgets.${this.group}`;
  }

  path(version: string, name?: string, subresource?: string): string {
    const { namespace } = this.#scene;
    const root = `/apis/${this.group}/${version}/namespaces/${namespace}/gadgets`;
    return [root, name, subresource].filter(Boolean).join('/');
  }

  object(version: string, spec: object, name = 'a'): object {
    return { apiVersion: `${this.group}/${version}`, kind: 'Gadget', metadata: { name }, spec };
  }

  async create(version: string, spec: object, name = 'a'): Promise<StoredObject> {
    const path = `${this.path(version, name)}?fieldManager=alice`;
    const answer = await this.#scene.patch('apply', path, this.object(version, spec, name));
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.object;
  }

  read(version: string, name = 'a'): Promise<Answer> {
    return this.#scene.get(this.path(version, name));
  }

  #definition(): object {
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `gadgets.${this.group}` },
      spec: {
        group: this.group,
        names: { kind: 'Gadget', plural: 'gadgets' },
        scope: 'Namespaced',
        versions: [version('v1', 'size', true), version('v2', 'replicas', false)],
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
            conversionReviewVersions: ['v1'],
          },
        },
      },
    };
  }
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function version(name: string, field: string, storage: boolean): object {
  const spec = {
    type: 'object',
    properties: { [field]: { type: 'integer', maximum: 10 }, mode: { type: 'string', default: name } },
  };
  const status = { type: 'object', properties: { phase: { type: 'string' } } };
  return {
    name,
    served: true,
    storage,
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
  };
}

/** The correct conversion. */
export const renamed: Convert = ({ desiredAPIVersion, objects }) => ({
  result: { status: 'Success' },
  convertedObjects: objects.map(({ spec = {}, ...object }) => {
    const { size, replicas, ...rest } = spec;
    const field = desiredAPIVersion.endsWith('v2') ? 'replicas' : 'size';
    const value = size ?? replicas;
    return {
      ...object,
      apiVersion: desiredAPIVersion,
      spec: { ...rest, ...(value !== undefined && { [field]: value }) },
    };
  }),
});
