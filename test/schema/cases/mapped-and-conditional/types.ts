import { type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

interface Tool {
  /** What it is called. */
  // +validation:MinLength=2
  name: string;
  // +validation:Minimum=1
  weight?: Int32;
  parts: { handle: string; blade?: { length: Int32 } };
}

type Flags<T> = { [K in keyof T]: boolean };
type Optional<T> = { [K in keyof T]?: T[K] };
type Definite<T> = { [K in keyof T]-?: T[K] };
type Deep<T> = { [K in keyof T]?: Deep<T[K]> };
type Prefixed<T> = { [K in keyof T as `tool-${K & string}`]: T[K] };
type Without<T, N> = { [K in keyof T as Exclude<K, N>]: T[K] };
type OneOrMany<T> = T extends string ? T : T[];
type Describe<T> = T extends 'hammer' | 'axe' ? 'heavy' : 'light';
type Unwrapped<T extends { name: unknown }> = T['name'];

export interface ShedSpec {
  flags: Flags<Tool>;
  optional?: Optional<Tool>;
  definite?: Definite<Pick<Tool, 'name' | 'weight'>>;
  deep?: Deep<Tool>;
  prefixed?: Prefixed<Pick<Tool, 'name' | 'weight'>>;
  without?: Without<Tool, 'parts'>;
  sizes?: { [K in 'small' | 'large']: Int32 };
  colours?: { [K in 'red' | 'blue']?: K };
  counts?: { [K in string]: Int32 };
  one?: OneOrMany<string>;
  many?: OneOrMany<Int32>;
  kinds?: Describe<'hammer' | 'pin'>;
  keys?: keyof Tool;
  name?: Unwrapped<Tool>;
  either?: Tool['name' | 'weight'] extends string ? 'text' : 'mixed';
}

export interface Shed extends CustomResource<ShedSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Shed';
}

export const Shed = defineKind<Shed>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Shed',
  plural: 'sheds',
  scope: 'Cluster',
});
