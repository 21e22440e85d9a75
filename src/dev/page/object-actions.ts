import type { DiscoveredKind, LiveClient } from '@opgen/runtime';
import type { NodeControls, PodControls } from '@opgen/testing';
import { parseDocument } from 'yaml';
import type { Actions, ObjectReference, OperatorActions, PageObject } from './model/messages.ts';
import type { PageState } from './page-state.ts';
import { withoutSecrets } from './secrets.ts';

/** A function for each action. */
export type ActionHandlers<Name extends keyof Actions = keyof Actions> = {
  [Each in Name]: (body: Actions[Each]['body']) => Promise<Actions[Each]['result']>;
};

type ObjectActionHandlers = ActionHandlers<Exclude<keyof Actions, keyof OperatorActions>>;

/** Failures of simulated nodes and Pods. */
export interface Simulation {
  readonly nodes: NodeControls;
  readonly pods: PodControls;
}

/** The field manager of what people change in the page. */
export const pageFieldManager = 'opgen-dev-page';

interface ActionParts {
  client: LiveClient;
  state: PageState;
  /** Finds a kind that the page watches. */
  findKind: (apiVersion: string, kind: string) => DiscoveredKind | undefined;
  simulation: Simulation | undefined;
}

/** What people do to objects in the page. */
export function objectActions({ client, findKind, simulation, state }: ActionParts): ObjectActionHandlers {
  const kindOf = ({ apiVersion, kind }: { apiVersion: string; kind: string }): DiscoveredKind => {
    const found = findKind(apiVersion, kind);
    if (found === undefined) throw new Error(`the page does not watch ${kind} of ${apiVersion}`);
    return found;
  };
  const simulated = (): Simulation => {
    if (simulation === undefined) throw new Error('the nodes of this cluster are not simulated');
    return simulation;
  };
  return {
    async read({ reveal = false, ...reference }) {
      const found = await client.get(kindOf(reference), keyOf(reference));
      const object = found as unknown as PageObject;
      return reveal ? object : withoutSecrets(object);
    },
    async past({ moment }) {
      const objects = state.history.at(moment);
      if (objects === undefined) throw new Error('this moment is no longer recorded');
      return objects;
    },
    async edit({ yaml }) {
      const object = readObject(yaml);
      // Only with all fields does the server notice a conflict.
      const options = { fieldManager: pageFieldManager, fieldValidation: 'Strict' } as const;
      const updated = await client.update(kindOf(object), object as never, options);
      return withoutSecrets(updated as unknown as PageObject);
    },
    async scale({ replicas, ...reference }) {
      await client.scale(kindOf(reference), keyOf(reference), replicas, { fieldManager: pageFieldManager });
      return null;
    },
    async delete(reference) {
      await client.delete(kindOf(reference), keyOf(reference), { propagationPolicy: 'Background' });
      return null;
    },
    async crash(reference) {
      await simulated().pods.crash(keyOf(reference));
      return null;
    },
    async failNode({ name }) {
      await simulated().nodes.fail(name);
      return null;
    },
    async recoverNode({ name }) {
      await simulated().nodes.recover(name);
      return null;
    },
  };
}

function keyOf({ name, namespace }: ObjectReference): { name: string; namespace: string | undefined } {
  return { name, namespace };
}

function readObject(yaml: string): PageObject {
  const document = parseDocument(yaml);
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`not YAML: ${error.message}`);
  const value = document.toJS() as Partial<PageObject> | null;
  if (value?.apiVersion === undefined || value.kind === undefined || value.metadata?.name === undefined)
    throw new Error('apiVersion, kind and metadata.name must not be empty');
  return value as PageObject;
}
