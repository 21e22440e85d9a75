import { expectTypeOf, test } from 'vitest';
import type { Defaults, Input } from '../../src/objects/defaults.ts';
import type { DeepReadonly } from '../../src/objects/deep-readonly.ts';
import type { New } from '../../src/objects/desired.ts';
import type { CustomObject, CustomResource } from '../../src/objects/object.ts';
import type { Unvalidated } from '../../src/objects/unvalidated.ts';
import type { Deployment } from '../../src/kinds/apps/v1.ts';

interface Storage extends Defaults<'class'> {
  class: 'fast' | 'slow';
  size: string;
}

interface CacheSpec extends Defaults<'replicas' | 'policy'> {
  replicas: number;
  policy: 'Delete' | 'Retain';
  image: string;
  storage?: Storage;
  volumes?: Storage[];
  labels?: Record<string, string>;
}

interface Cache extends CustomResource<CacheSpec> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Cache';
}

const metadata = { name: 'a' };

test('an object to create lacks fields with defaults, at every depth', () => {
  expectTypeOf<{ image: string }>().toExtend<Input<CacheSpec>>();
  expectTypeOf<{ image: string; replicas: undefined }>().toExtend<Input<CacheSpec>>();
  expectTypeOf<{ image: string; storage: { size: string } }>().toExtend<Input<CacheSpec>>();
  expectTypeOf<{ image: string; volumes: { size: string }[] }>().toExtend<Input<CacheSpec>>();
  const minimal: New<Cache> = { metadata, spec: { image: 'a', labels: { tier: 'gold' } } };
  expectTypeOf(minimal.spec.replicas).toEqualTypeOf<number | undefined>();
});

test('an object to create has all other required fields', () => {
  expectTypeOf<{ replicas: number }>().not.toExtend<Input<CacheSpec>>();
  expectTypeOf<{ image: string; storage: { class: 'fast' } }>().not.toExtend<Input<CacheSpec>>();
  expectTypeOf<{ image: string; replicas: string }>().not.toExtend<Input<CacheSpec>>();
});

test('an object that was read has all fields with defaults, of their own types', () => {
  expectTypeOf<CacheSpec['replicas']>().toEqualTypeOf<number>();
  const wordOf = ({ policy }: CacheSpec): string => {
    switch (policy) {
      case 'Delete':
        return 'gone';
      case 'Retain':
        return 'kept';
    }
  };
  expectTypeOf(wordOf).returns.toEqualTypeOf<string>();
});

test('an object that was read can be created again', () => {
  expectTypeOf<Cache>().toExtend<New<Cache>>();
  expectTypeOf<DeepReadonly<Cache>>().toExtend<New<Cache>>();
  expectTypeOf<Deployment>().toExtend<New<Deployment>>();
});

test('specs with different defaults can be assigned to each other', () => {
  interface CacheSpecV2 extends CacheSpec, Defaults<'zone'> {
    zone: string;
  }
  const next = (spec: CacheSpec): CacheSpecV2 => ({ ...spec, zone: 'a' });
  expectTypeOf(next).returns.toExtend<CacheSpec>();
});

test('a kind may have an optional spec, or none', () => {
  interface Pond extends CustomObject {
    apiVersion: 'zoo.example.com/v1';
    kind: 'Pond';
    spec?: { ducks: number };
  }
  expectTypeOf<{ metadata: { name: string } }>().toExtend<New<Pond>>();
  expectTypeOf<{ metadata: { name: string }; spec: object }>().not.toExtend<New<Pond>>();
});

test('an object that was not validated may lack any field below its metadata', () => {
  expectTypeOf<Unvalidated<Cache>['metadata']['name']>().toEqualTypeOf<string>();
  expectTypeOf<Cache>().toExtend<Unvalidated<Cache>>();
  const fill = (cache: Unvalidated<Cache>): void => {
    cache.spec ??= {};
    cache.spec.replicas ??= 3;
    cache.spec.volumes?.push({ class: 'fast' });
  };
  // @ts-expect-error: the spec may be missing
  const hasImage = ({ spec }: Unvalidated<Cache>): boolean => spec.image === 'a';
  expectTypeOf(fill).parameter(0).toExtend<{ spec?: object | undefined }>();
  expectTypeOf(hasImage).returns.toBeBoolean();
});
