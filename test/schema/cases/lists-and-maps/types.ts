import { type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

// +validation:MinLength=2
// +validation:MaxLength=5
type Short = string;

/** Where something is. */
interface Spot {
  row: Int32;
  seat: Int32;
}

enum Day {
  Monday = 'mon',
  Friday = 'fri',
}

export interface StageSpec {
  names: Short[];
  spots?: readonly Spot[];
  rows?: ReadonlyArray<Array<Int32>>;
  pair?: [string, string];
  range?: [from: Int32, to?: Int32];
  several?: [Short, ...Short[]];
  any?: unknown[];
  labels?: Record<string, Short>;
  nested?: Record<string, Record<string, Spot[]>>;
  open?: Record<string, unknown>;
  shut?: { [day in Day]: boolean };
  byDay?: Record<Day, Int32>;
  seats?: {
    /** Who sits there. */
    // +validation:MinLength=3
    [seat: string]: string;
  };
  matrix?: {
    // +validation:MaxItems=2
    // +validation:items:Minimum=1
    [name: string]: Int32[];
  };
  // +validation:items:items:Minimum=1
  // +validation:MaxItems=2
  grid?: Int32[][];
  // +k8s:eachVal=+k8s:listType=set
  crews?: string[][];
  // +k8s:eachVal=+k8s:listType=map
  // +k8s:eachVal=+k8s:listMapKey=name
  // +validation:items:MaxItems=2
  rooms?: Record<string, { name: string; seats?: Int32 }[]>;
  'quoted-name'?: boolean;
  7?: boolean;
}

export interface Stage extends CustomResource<StageSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Stage';
}

export const Stage = defineKind<Stage>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Stage',
  plural: 'stages',
  scope: 'Cluster',
});
