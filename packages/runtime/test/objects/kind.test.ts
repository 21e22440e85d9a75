import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Apply, New } from '../../src/objects/desired.ts';
import { defineKind, type Kind } from '../../src/objects/kind.ts';
import type { CustomResource, KubernetesObject } from '../../src/objects/object.ts';

interface DemoApplication extends CustomResource<{ image: string; replica?: number }, { ready: boolean }> {
  apiVersion: 'demo.paas.example.com/v1alpha1';
  kind: 'DemoApplication';
}

const definition = {
  apiVersion: 'demo.paas.example.com/v1alpha1',
  kind: 'DemoApplication',
  plural: 'demoapplications',
  scope: 'Namespaced',
} as const;

describe('defineKind', () => {
  it('splits apiVersion into group and version', () => {
    expect(defineKind<DemoApplication>(definition)).toEqual({
      ...definition,
      group: 'demo.paas.example.com',
      version: 'v1alpha1',
    });
  });

  it('uses an empty name for the core group', () => {
    const pods = defineKind({ apiVersion: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
    expect(pods).toMatchObject({ group: '', version: 'v1' });
  });

  it('returns a frozen value', () => {
    expect(Object.isFrozen(defineKind<DemoApplication>(definition))).toBe(true);
  });

  it('does not compile for a version or a kind that the interface does not have', () => {
    // @ts-expect-error: the interface says v1alpha1
    defineKind<DemoApplication>({ ...definition, apiVersion: 'demo.paas.example.com/v1' });
    // @ts-expect-error: the interface says DemoApplication
    defineKind<DemoApplication>({ ...definition, kind: 'Demo' });
    expectTypeOf<Kind<DemoApplication>>().toExtend<Kind<KubernetesObject>>();
  });
});

describe('the type of a request body', () => {
  it('is partial at every depth for apply', () => {
    expectTypeOf<{
      metadata: { name: string; namespace: string | undefined };
      spec: { replica: 1 };
    }>().toExtend<Apply<DemoApplication>>();
    expectTypeOf<{ spec: { replica: string } }>().not.toExtend<Apply<DemoApplication>>();
  });

  it('requires a whole spec for create', () => {
    expectTypeOf<{ metadata: { generateName: string }; spec: { image: string } }>().toExtend<
      New<DemoApplication>
    >();
    expectTypeOf<{ metadata: { name: string }; spec: { replica: 1 } }>().not.toExtend<New<DemoApplication>>();
    expectTypeOf<{ metadata: { name: string } }>().not.toExtend<New<DemoApplication>>();
  });

  it('accepts an object that was read', () => {
    expectTypeOf<DemoApplication>().toExtend<Apply<DemoApplication>>();
    expectTypeOf<DemoApplication>().toExtend<New<DemoApplication>>();
  });
});
