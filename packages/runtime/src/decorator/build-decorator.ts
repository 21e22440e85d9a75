import type { CompositeHost } from '../composite/build-composite.ts';
import { ChildReconciler } from '../composite/child-reconciler.ts';
import { Inventory } from '../composite/inventory.ts';
import { type Owned, toOwned } from '../composite/owned.ts';
import { watchRelated } from '../composite/watch-related.ts';
import type { Controller } from '../controller/controller.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { type Decorated, decorated, type DecoratorOptions } from './decorator.ts';
import { DecoratorReconciler, isDecorated } from './decorator-reconciler.ts';

/** Builds one controller for each decorated kind, named `<name>-<plural of the kind>`. */
export function buildDecorator<
  Objects extends readonly KubernetesObject[],
  Attachments extends readonly KubernetesObject[],
  Related extends readonly KubernetesObject[],
>(host: CompositeHost, name: string, options: DecoratorOptions<Objects, Attachments, Related>): Controller[] {
  // Erases the type parameters: from here on, the type of an object follows from the kind used to read it.
  const {
    decorates,
    attaches,
    controller = {},
    finalizer = `opgen.dev/${name}`,
    uses = [],
    ...hooks
  } = options as unknown as DecoratorOptions<readonly KubernetesObject[], readonly KubernetesObject[]>;
  const owned: readonly Owned[] = attaches.map(toOwned);
  const { client, liveClient: live, cache, clock } = host;
  return decorates.map(toDecorated).map((each) => {
    let builder = host.controller(`${name}-${each.kind.plural}`).for(each.kind).withOptions(controller);
    for (const { kind } of owned) builder = builder.owns(kind);
    builder = watchRelated(builder, {
      cache,
      kind: each.kind,
      uses,
      related: (object) => (isDecorated(each, object, finalizer) ? (hooks.related?.(object) ?? []) : []),
    });
    return builder.reconcileWith(
      new DecoratorReconciler({
        decorated: each,
        hooks,
        finalizer,
        client,
        clock,
        attachments: new ChildReconciler({ client, cache, name, owned, adopt: false, inherit: {} }),
        inventory: new Inventory({ client, live, name, owned: owned.map(({ kind }) => kind) }),
      }),
    );
  });
}

function toDecorated<T extends KubernetesObject>(each: Kind<T> | Decorated<T>): Decorated<T> {
  return 'type' in each ? each : decorated(each);
}
