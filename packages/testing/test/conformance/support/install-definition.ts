import { setTimeout as delay } from 'node:timers/promises';
import { skipCreateDelay } from '../../../src/envtest/skip-create-delay.ts';
import type { Target } from './target.ts';
import { transportOf } from './transport-of.ts';

/** A CRD without a conversion webhook. */
export interface Definition {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    group: string;
    scope: string;
    names: { plural: string; kind: string; [field: string]: unknown };
    versions: { name: string; served: boolean; storage: boolean; [field: string]: unknown }[];
  };
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Creates a CRD and waits until its kind is served. */
export async function installDefinition(target: Target, definition: Definition): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await target.request('POST', definitions, { headers, body: definition });
  if (status !== 201) throw new Error(`${definition.metadata.name} was rejected: ${text}`);
  await untilServed(target, definition);
}

/** Waits until the kind of a stored CRD is served. */
export async function untilServed(target: Target, { metadata, spec }: Definition): Promise<void> {
  for (const version of spec.versions) {
    const path = `/apis/${spec.group}/${version.name}/${spec.names.plural}`;
    while ((await target.request('GET', path)).status !== 200) await delay(10);
  }
  await createsAtOnce(target, metadata.name);
}

/** Makes creates of a new kind immediate, which a real server delays. */
export async function createsAtOnce(target: Target, definition: string): Promise<void> {
  if (target.name === 'real') await skipCreateDelay(transportOf(target), definition);
}
