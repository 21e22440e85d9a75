import {
  type Base64,
  type CustomResource,
  defineKind,
  type Double,
  type Duration,
  type Int64,
  type IntOrString,
  type Quantity,
  type RawExtension,
  type Time,
} from '@opgen/runtime';
import type { Container } from '@opgen/runtime/kinds/core/v1';

interface Named {
  name: string;
}

interface Tree extends Named {
  /** Metres. */
  height: Double;
}

/** A value and when it was seen. */
interface Seen<T> {
  value: T;
  at?: Time;
}

enum Season {
  Winter = 'Winter',
  Summer = 'Summer',
}

type Fruit = 'Pear' | 'Apple';

export interface OrchardSpec {
  fruits: Fruit[];
  season?: Season;
  labels?: Record<string, string>;
  lot: Record<'north' | 'south', Int64>;
  trees: Tree[];
  best?: Pick<Tree, 'name'> & { prize: boolean };
  draft?: Partial<Tree>;
  lastFrost: Seen<Duration>;
  depth?: number | string;
  offset?: IntOrString;
  water?: Quantity;
  note: string | null;
  key?: Base64;
  plugin?: RawExtension;
  anything?: unknown;
  row?: [string, string];
  tool?: Pick<Shed, 'tool'>;
}

interface Shed {
  tool: Pick<Tree, 'name'>;
  // TODO: say which containers
  // Runs beside the orchard.
  side: Container;
}

export interface Orchard extends CustomResource<OrchardSpec> {
  apiVersion: 'farm.example.com/v1';
  kind: 'Orchard';
}

export const Orchard = defineKind<Orchard>({
  apiVersion: 'farm.example.com/v1',
  kind: 'Orchard',
  plural: 'orchards',
  scope: 'Cluster',
});
