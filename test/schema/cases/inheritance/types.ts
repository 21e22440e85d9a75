import { type Condition, type CustomResource, defineKind, type Int32, type ObjectMeta } from '@opgen/runtime';
import type { Container, PodSpec } from '@opgen/runtime/kinds/core/v1';

// +validation:XValidation:rule="self.name != self.nick",message="a nickname differs from the name"
interface Named {
  /** What it is called. */
  // +validation:MinLength=2
  name: string;
  // +validation:MaxLength=20
  nick: string;
}

interface Aged {
  age?: Int32;
}

interface Bird extends Named, Aged {
  /** It must have hatched. */
  // +validation:Minimum=0
  age: Int32;
  colour: 'Red' | 'Blue' | 'Grey';
}

/** Its colour is fixed. */
interface Parrot extends Omit<Bird, 'age'> {
  colour: 'Red' | 'Blue';
  words?: string[];
}

// Declared in two parts.
interface Nest {
  height: Int32;
}
interface Nest {
  eggs?: Int32;
}

type Host = string & { readonly brand: 'Host' };
type Mixed = Named & { colour: string } & { colour: 'Red' | 'Blue'; wings?: Int32 };

/** Where eggs are laid. */
// +validation:MinLength=2
type Spot = string;

interface Laid {
  /** Where. */
  // +validation:MaxLength=8
  spot: string;
  // +validation:MinItems=1
  eggs: Spot[];
  // +default=Grey
  colour: string;
}

/** What stands above either part holds. */
type Clutch = Laid & { spot: Spot; colour: 'Red' | 'Grey' } & {
  // +listType=set
  eggs: string[];
};

interface Tagged {
  id: Int32;
  /** Whatever else there is. */
  [key: string]: unknown;
}

/** Only what a feeder needs, with an image of its own. */
interface Feeder extends Pick<Container, 'name' | 'resources' | 'env'> {
  // +validation:Pattern=`^feeder:`
  image: string;
}

interface Fed extends Condition {
  type: 'Fed';
}

type Place = NonNullable<PodSpec['tolerations']>[number];

export interface AviarySpec {
  bird: Bird;
  parrot?: Parrot;
  nest?: Nest;
  host?: Host;
  mixed?: Mixed;
  clutch?: Clutch;
  tagged?: Tagged & { colour?: string };
  feeder?: Feeder;
  fed?: Fed;
  place?: Place;
  template?: { metadata?: ObjectMeta; spec: Pick<PodSpec, 'nodeSelector'> };
}

interface Shared {
  // +validation:Enum=a;b
  tier?: string;
}

export interface Aviary extends CustomResource<AviarySpec>, Shared {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Aviary';
}

export const Aviary = defineKind<Aviary>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Aviary',
  plural: 'aviaries',
  scope: 'Cluster',
});
