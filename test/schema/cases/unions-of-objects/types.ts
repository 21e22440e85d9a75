import { type CustomResource, defineKind, type Int32, type IntOrString } from '@opgen/runtime';

/** Reads what it needs from a bucket. */
interface Bucket {
  kind: 'bucket';
  // +validation:MinLength=3
  bucket: string;
  region?: 'eu' | 'us';
}

interface Disk {
  kind: 'disk';
  // +validation:Minimum=1
  gibibytes: Int32;
}

interface Memory {
  kind: 'memory' | 'cache';
}

/** Where the food is kept. */
type Store = Bucket | Disk | Memory;

/** Exactly one of them. */
type Handler =
  | { http: { port: IntOrString; path?: string } }
  | { exec: { command: string[] } }
  | { grpc: { port: Int32 } };

/** One or the other, or none. */
type Shade = { tree?: string; roof?: never } | { roof?: string; tree?: never };

/** A price in one unit or in two. */
type Price = { euros: Int32 } | { euros: Int32; cents: Int32 };

interface Named {
  name: string;
}

/** What both have stands once; their limits differ. */
type Visitor = Named &
  (
    | {
        type: 'child';
        // +validation:Maximum=12
        age: Int32;
      }
    | {
        type: 'adult';
        // +validation:Minimum=13
        age: Int32;
        children?: Int32;
      }
  );

export interface EnclosureSpec {
  store: Store;
  handler?: Handler;
  shade?: Shade;
  price?: Price;
  // +listType=map
  // +listMapKey=name
  visitors?: Visitor[];
  byDay?: Record<string, Handler>;
  backup?: Extract<Store, { kind: 'disk' }> | null;
  draft?: Partial<Exclude<Store, Memory>>;
}

export interface Enclosure extends CustomResource<EnclosureSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Enclosure';
}

export const Enclosure = defineKind<Enclosure>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Enclosure',
  plural: 'enclosures',
  scope: 'Cluster',
});
