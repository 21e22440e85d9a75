import {
  type Apply,
  type Client,
  controllerReference,
  createLogger,
  type CustomResource,
  defineKind,
  done,
  type Int32,
  type LoggerOptions,
  Manager,
  type Request,
  type Result,
} from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Service, type ServicePort } from '@opgen/runtime/kinds/core/v1';
import type { Transport } from '@opgen/runtime/transport';

interface DemoApplicationSpec {
  image: string;
  replica: Int32;
  ports: ServicePort[];
}

interface DemoApplicationStatus {
  observedGeneration?: number;
  readyReplicas?: Int32;
}

export interface DemoApplication extends CustomResource<DemoApplicationSpec, DemoApplicationStatus> {
  apiVersion: 'demo.paas.example.com/v1alpha1';
  kind: 'DemoApplication';
}

export const DemoApplication = defineKind<DemoApplication>({
  apiVersion: 'demo.paas.example.com/v1alpha1',
  kind: 'DemoApplication',
  plural: 'demoapplications',
  scope: 'Namespaced',
});

export const demoApplicationCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'demoapplications.demo.paas.example.com' },
  spec: {
    group: 'demo.paas.example.com',
    names: {
      kind: 'DemoApplication',
      listKind: 'DemoApplicationList',
      plural: 'demoapplications',
      singular: 'demoapplication',
    },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1alpha1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['image', 'replica', 'ports'],
                properties: {
                  image: { type: 'string' },
                  replica: { type: 'integer', format: 'int32' },
                  ports: {
                    type: 'array',
                    items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  },
                },
              },
              status: {
                type: 'object',
                properties: {
                  observedGeneration: { type: 'integer', format: 'int64' },
                  readyReplicas: { type: 'integer', format: 'int32' },
                },
              },
            },
          },
        },
      },
    ],
  },
};

/** Every reconcile that ran, as `namespace/name`. */
export type Journal = string[];

/** A manager that runs a Deployment and a Service for every DemoApplication. */
export function demoOperator(
  transport: Transport,
  journal: Journal,
  log: LoggerOptions = { level: 'silent' },
): Manager {
  const manager = new Manager({
    transport,
    log: createLogger(log),
    health: { bindAddress: '127.0.0.1:0' },
    fieldManager: 'demo-operator',
  });
  manager
    .controller('demoapplication')
    .for(DemoApplication)
    .owns(Deployment)
    .owns(Service)
    .withOptions({ concurrency: 5 })
    .reconcileWith({
      reconcile: (request) => {
        journal.push(`${request.namespace}/${request.name}`);
        return reconcile(manager.client, request);
      },
    });
  return manager;
}

async function reconcile(client: Client, request: Request): Promise<Result> {
  const application = await client.find(DemoApplication, request);
  if (application === undefined) return done;
  const deployment = await client.apply(Deployment, desiredDeployment(application));
  await client.apply(Service, desiredService(application));
  await client.patchStatus(DemoApplication, application, {
    observedGeneration: application.metadata.generation ?? 0,
    readyReplicas: deployment.status?.readyReplicas ?? 0,
  });
  return done;
}

function desiredDeployment(application: DemoApplication): Apply<Deployment> {
  const { name, namespace } = application.metadata;
  const labels = { app: name };
  return {
    metadata: { name, namespace, ownerReferences: [controllerReference(application)] },
    spec: {
      replicas: application.spec.replica,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'application', image: application.spec.image }] },
      },
    },
  };
}

function desiredService(application: DemoApplication): Apply<Service> {
  const { name, namespace } = application.metadata;
  const { ports } = application.spec;
  return {
    metadata: { name, namespace, ownerReferences: [controllerReference(application)] },
    spec: { type: 'NodePort', selector: { app: name }, ports },
  };
}
