import { type CustomResource, defineKind, done, type Kind, type Manager, type Result } from '@opgen/runtime';
import type { OperatorScenario, ScenarioCluster } from '../../../src/operator/scenario.ts';

export interface Site extends CustomResource<
  { text: string },
  { reconciles?: number; page?: string; ready?: number }
> {
  apiVersion: 'scenarios.example.com/v1';
  kind: 'Site';
}

export const Site = defineKind<Site>({
  apiVersion: 'scenarios.example.com/v1',
  kind: 'Site',
  plural: 'sites',
  scope: 'Namespaced',
});

export const siteCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.scenarios.example.com' },
  spec: {
    group: 'scenarios.example.com',
    names: { kind: 'Site', listKind: 'SiteList', plural: 'sites', singular: 'site' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** Returns when to reconcile again, if it does. */
type Reconcile = (manager: Manager, site: Site) => Promise<Result | void>;

/** A scenario with one Site, and an operator with one controller. */
export function operator(
  owned: readonly Kind[],
  reconcile: Reconcile,
): Pick<OperatorScenario, 'cluster' | 'setup' | 'act'> {
  return {
    cluster: { objects: [siteCrd] },
    setup(manager) {
      const controller = owned.reduce(
        (builder, kind) => builder.owns(kind),
        manager.controller('site').for(Site),
      );
      controller.reconcileWith({
        async reconcile(request) {
          const site = await manager.client.find(Site, request);
          return (site && (await reconcile(manager, site))) ?? done;
        },
      });
    },
    act: createSite,
  };
}

export function createSite({ client }: ScenarioCluster): Promise<Site> {
  return client.create(Site, { metadata: { name: 'web', namespace: 'default' }, spec: { text: 'hello' } });
}
