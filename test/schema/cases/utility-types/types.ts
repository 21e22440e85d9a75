import { type CustomResource, defineKind, type Int32, type ObjectMeta } from '@opgen/runtime';
import type { Container } from '@opgen/runtime/kinds/core/v1';

interface Plant {
  /** What gardeners call it. */
  // +validation:MinLength=2
  name: string;
  // +validation:Minimum=1
  // +default=3
  height?: Int32;
  colour: 'Red' | 'Green' | null;
  /** Waters itself. */
  water: () => void;
}

type Known = Omit<Plant, 'water'>;
type Colour = Plant['colour'];

export interface BedSpec {
  all: Known;
  some?: Partial<Known>;
  every?: Required<Pick<Known, 'name' | 'height'>>;
  fixed?: Readonly<Pick<Plant, 'name'>>;
  counts?: Record<'roses' | 'tulips', Int32>;
  maybe?: Partial<Record<NonNullable<Colour>, boolean>>;
  colour?: NonNullable<Colour>;
  bright?: Exclude<Colour, 'Green' | null>;
  dull?: Extract<NonNullable<Colour>, 'Green' | 'Brown'>;
  height?: Plant['height'];
  names?: Array<Known['name']>;
  pot?: Pick<Container, 'name' | 'image'>;
  labels?: Pick<ObjectMeta, 'labels'>;
  limits?: NonNullable<Container['resources']>['limits'];
}

export interface Bed extends CustomResource<BedSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Bed';
}

export const Bed = defineKind<Bed>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Bed',
  plural: 'beds',
  scope: 'Cluster',
});
