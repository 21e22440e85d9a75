// SPDX-License-Identifier: Apache-2.0

import { type DeepReadonly, type Manager, setCondition } from '@opgen/runtime';
import { child, type Desired, type DesiredContext, type Observed } from '@opgen/runtime/composite';
import { healthOf, progressing } from '@opgen/runtime/health';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { type ContainerPort, Service, type ServicePort } from '@opgen/runtime/kinds/core/v1';
import { Ingress } from '@opgen/runtime/kinds/networking/v1';
import { DemoApplication, type DemoApplicationStatus } from '../../api/demo/v1/demo-application.ts';

// +rbac:groups=demo.paas.example.com,resources=demoapplications,verbs=get;list;watch;patch
// +rbac:groups=demo.paas.example.com,resources=demoapplications/status,verbs=get;patch
// +rbac:groups=demo.paas.example.com,resources=demoapplications/finalizers,verbs=update
// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +rbac:groups="",resources=services,verbs=get;list;watch;create;patch
// +rbac:groups=networking.k8s.io,resources=ingresses,verbs=get;list;watch;create;patch;delete

type Children = Deployment | Service | Ingress;

/** Annotation of the Deployment: the generation of the DemoApplication that it was made for. */
const generationOfOwner = 'demo.paas.example.com/generation';

/** The objects that a DemoApplication should have, and its status. */
export function desired(
  application: DeepReadonly<DemoApplication>,
  children: Observed<Children>,
  { now }: Pick<DesiredContext, 'now'>,
): Desired<DemoApplication, Children> {
  const { generation, name } = application.metadata;
  const { env, image, ingress, ports, replicas } = application.spec;
  const labels = { 'app.kubernetes.io/name': 'demoapplication', 'app.kubernetes.io/instance': name };
  const container = { name: 'application', image, env, ports: containerPorts(ports) };
  const backend = { service: { name, port: { number: ports[0]?.port } } };
  const paths = [{ path: '/', pathType: 'Prefix', backend }];

  return {
    children: [
      child(Deployment, {
        metadata: { name, labels, annotations: { [generationOfOwner]: String(generation) } },
        spec: {
          replicas,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [container] } },
        },
      }),
      child(Service, { metadata: { name, labels }, spec: { type: 'NodePort', selector: labels, ports } }),
      // Without it, the composite deletes the Ingress that it created before.
      ...(ingress === undefined
        ? []
        : [
            child(Ingress, {
              metadata: { name, labels },
              spec: {
                ingressClassName: ingress.className,
                rules: [{ host: ingress.host, http: { paths } }],
              },
            }),
          ]),
    ],
    status: observedStatus(application, children.find(Deployment, name), now),
  };
}

/** One port of the container for each target of the Service: several ports may have the same. */
function containerPorts(ports: readonly ServicePort[]): ContainerPort[] {
  const targets = new Map<string, ContainerPort>();
  for (const { port, protocol = 'TCP', targetPort = port } of ports) {
    const target =
      typeof targetPort === 'string'
        ? { name: targetPort, containerPort: port }
        : { containerPort: targetPort };
    targets.set(`${targetPort}/${protocol}`, { ...target, protocol });
  }
  return [...targets.values()];
}

/** The status of a DemoApplication, computed from its Deployment. */
function observedStatus(
  { metadata, spec, status }: DeepReadonly<DemoApplication>,
  deployment: DeepReadonly<Deployment> | undefined,
  now: Date,
): DemoApplicationStatus {
  const { generation: observedGeneration = 0 } = metadata;
  const { currentImage } = status ?? {};
  const readyReplicas = deployment?.status?.readyReplicas ?? 0;
  const isCurrent = deployment?.metadata.annotations?.[generationOfOwner] === String(observedGeneration);
  const health = isCurrent ? healthOf(deployment) : progressing('the Deployment has an earlier spec');
  const isReady = health.state === 'healthy';

  return {
    observedGeneration,
    readyReplicas,
    ...(isReady ? { currentImage: spec.image } : currentImage !== undefined && { currentImage }),
    targetImage: spec.image,
    conditions: setCondition(
      status?.conditions,
      {
        type: 'Ready',
        status: isReady ? 'True' : 'False',
        reason: isReady ? 'AllReplicasReady' : 'ReplicasNotReady',
        message: isReady ? `${readyReplicas} of ${spec.replicas} replicas are ready` : health.reason,
        observedGeneration,
      },
      now,
    ),
  };
}

/** Reconciles a DemoApplication whenever it, or something it owns, changes. */
export function setupDemoApplicationController(manager: Manager): void {
  manager.composite('demo-application', DemoApplication, { owns: [Deployment, Service, Ingress], desired });
}
