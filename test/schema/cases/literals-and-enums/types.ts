import { type CustomResource, defineKind, type Double } from '@opgen/runtime';

enum Diet {
  Plants = 'Plants',
  Meat = 'Meat',
  Everything = 'Everything',
}

enum Danger {
  None,
  Some,
  Much = 5,
}

declare const enum Size {
  Small = 'S',
  Large = 'L',
}

/** In the order of a life, not of the alphabet. */
const ages = ['Young', 'Grown', 'Old'] as const;
const others = [...ages, 'Extinct'] as const;

const sounds = { lion: 'roar', bee: 'buzz', fish: null } as const;

const limit = 3;

type Digit = 1 | 2 | 3;

export interface AnimalSpec {
  diet: Diet;
  danger?: Danger;
  size?: Size;
  harmless?: Danger.None;
  age?: (typeof ages)[number];
  state?: (typeof others)[number];
  firstAge?: (typeof ages)[0];
  sound?: NonNullable<(typeof sounds)[keyof typeof sounds]>;
  species?: keyof typeof sounds;
  lion?: typeof sounds.lion;
  limit?: typeof limit;
  dietName?: keyof typeof Diet;
  mood: 'Wild' | 'Asleep' | 'Hungry';
  digit?: Digit;
  half?: 0.5 | 1.5;
  tame?: true;
  always?: 'Always';
  isBig?: true | false;
  loud?: Uppercase<'roar' | 'buzz'>;
  id?: `${'zoo' | 'park'}-${Digit}`;
  label?: `animal-${string}`;
  share?: `${number}%` | 'all';
  version?: `v${number}` | `v${number}beta${Digit}`;
  weight?: Double | 0;
  name?: string | 'Leo';
}

export interface Animal extends CustomResource<AnimalSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Animal';
}

export const Animal = defineKind<Animal>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Animal',
  plural: 'animals',
  scope: 'Cluster',
});
