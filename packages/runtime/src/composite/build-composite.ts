import type { Cache } from '../cache/cache.ts';
import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Controller } from '../controller/controller.ts';
import type { ControllerBuilder } from '../controller/controller-builder.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { ChildReconciler } from './child-reconciler.ts';
import type { CompositeOptions } from './composite.ts';
import { CompositeReconciler } from './composite-reconciler.ts';
import { Inventory } from './inventory.ts';
import { toOwned, type Owned } from './owned.ts';
import { watchRelated } from './watch-related.ts';

/** The part of a manager, or of one of its other clusters, that a composite uses. */
export interface CompositeHost {
  readonly client: Client;
  readonly liveClient: Client;
  readonly cache: Cache;
  readonly clock: Clock;
  controller(name: string): ControllerBuilder;
  /** Undefined for a cluster other than the operator's own: no events are published there. */
  recorder(name: string): EventRecorder | undefined;
}

/** Builds a controller that gets the desired children of an object from pure functions. */
export function buildComposite<
  Parent extends KubernetesObject,
  Children extends readonly KubernetesObject[],
  Related extends readonly KubernetesObject[],
>(
  host: CompositeHost,
  name: string,
  kind: Kind<Parent>,
  options: CompositeOptions<Parent, Children, Related>,
): Controller {
  // Erases the type parameters: from here on, the type of an object follows from the kind used to read it.
  const { owns, uses = [], ...rest } = options as unknown as CompositeOptions<Parent>;
  const { adopt = false, inherit = {}, predicates, related, controller = {} } = rest;
  const owned: readonly Owned[] = owns.map(toOwned);
  const { client, liveClient, cache, clock } = host;

  let builder = host
    .controller(name)
    .for(kind, predicates === undefined ? {} : { predicates })
    .withOptions(controller);
  for (const each of owned) builder = builder.owns(each.kind);
  builder = watchRelated(builder, {
    cache,
    kind,
    uses,
    related: (parent) => related?.(parent as Parent) ?? [],
  });
  return builder.reconcileWith(
    new CompositeReconciler({
      kind,
      hooks: rest,
      finalizer: rest.finalizer ?? `${kind.group === '' ? 'opgen.dev' : kind.group}/${name}`,
      client,
      clock,
      children: new ChildReconciler({ client, cache, name, owned, adopt, inherit }),
      inventory: new Inventory({ client, live: liveClient, name, owned: owned.map((each) => each.kind) }),
    }),
  );
}
