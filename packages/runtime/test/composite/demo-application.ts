import { type CustomResource, defineKind, type Int32, type Manager } from '@opgen/runtime';
import { child, type Child, type Desired, type Observed } from '@opgen/runtime/composite';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Service, type ServicePort } from '@opgen/runtime/kinds/core/v1';
import { definitionOf } from '../support/definition.ts';

interface DemoApplicationSpec {
  image: string;
  replicas: Int32;
  ports?: ServicePort[];
}

interface DemoApplicationStatus {
  readyReplicas?: Int32;
}

export interface DemoApplication extends CustomResource<DemoApplicationSpec, DemoApplicationStatus> {
  apiVersion: 'demo.example.com/v1';
  kind: 'DemoApplication';
}

export const DemoApplication = defineKind<DemoApplication>({
  apiVersion: 'demo.example.com/v1',
  kind: 'DemoApplication',
  plural: 'demoapplications',
  scope: 'Namespaced',
});

export const demoApplicationCrd = definitionOf(DemoApplication);

export function deploymentOf({
  metadata: { name },
  spec: { image, replicas },
}: DemoApplication): Child<Deployment> {
  const labels = labelsOf(name);
  const containers = [{ name: 'application', image }];
  return child(Deployment, {
    metadata: { name, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  });
}

export function serviceOf({ metadata: { name }, spec: { ports = [] } }: DemoApplication): Child<Service> {
  return child(Service, { metadata: { name }, spec: { selector: labelsOf(name), ports } });
}

/** A Deployment, and a Service if there are ports. */
export function desired(
  application: DemoApplication,
  children: Observed<Deployment | Service>,
): Desired<DemoApplication, Deployment | Service> {
  const { metadata, spec } = application;
  return {
    children: [deploymentOf(application), ...(spec.ports?.length ? [serviceOf(application)] : [])],
    status: { readyReplicas: children.find(Deployment, metadata.name)?.status?.readyReplicas ?? 0 },
  };
}

function labelsOf(name: string): Record<string, string> {
  return { 'app.kubernetes.io/instance': name };
}

export function setupDemoApplication(manager: Manager): void {
  manager.composite('demo-application', DemoApplication, {
    owns: [Deployment, Service],
    desired,
    inherit: { labels: ['team'] },
  });
}
