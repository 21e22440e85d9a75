import { type Condition, type CustomResource, defineKind, type Int32, type Time } from '@opgen/runtime';

/** A value and when it was seen. */
interface Seen<T, At = Time> {
  value: T;
  at?: At;
}

interface Limits<T extends Int32 = Int32> {
  least?: T;
  most?: T;
}

type Listed<T> = T[];
type Maybe<T> = T | undefined;
type OrNull<T> = T | null;
type ByName<T> = { [name: string]: T };

/** One page of something. */
type Page<Item, Kind extends string> = {
  kind: Kind;
  items: Listed<Item>;
  next?: Page<Item, 'last'>['kind'];
};

// +validation:Minimum=1
type Positive = Int32;

interface Ready extends Condition {
  type: 'Ready' | 'Degraded';
}

export interface FeedingSpec {
  hunger: Seen<Int32>;
  thirst?: Seen<'low' | 'high', string>;
  twice?: Seen<Seen<boolean>>;
  limits: Limits<Positive>;
  any?: Limits;
  keepers: Maybe<string>;
  vet: OrNull<string>;
  meals?: ByName<Positive>;
  page?: Page<{ name: string }, 'menu'>;
  conditions?: Listed<Ready>;
}

export interface Feeding extends CustomResource<FeedingSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Feeding';
}

export const Feeding = defineKind<Feeding>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Feeding',
  plural: 'feedings',
  scope: 'Cluster',
});
