// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import type { Converted, Converter, Manager } from '@opgen/runtime';
import { Memcached } from '../../api/cache/v1/memcached.ts';
import { Memcached as MemcachedV1alpha1 } from '../../api/cache/v1alpha1/memcached.ts';
import { Memcached as MemcachedV1beta1 } from '../../api/cache/v1beta1/memcached.ts';
// +scaffold:imports

/**
 * Between v1alpha1 and v1, which is stored. There and back again must give the same object: its test tries many.
 *
 * It copies everything, which is right while both versions have the same fields. Where they part, `tsc` names
 * the type that differs and the test names the field that is lost; an annotation can keep such a field.
 */
export class MemcachedV1alpha1Converter implements Converter<Memcached, MemcachedV1alpha1> {
  toHub({ spec, status }: MemcachedV1alpha1): Converted<Memcached> {
    return { spec, ...(status !== undefined && { status }) };
  }

  fromHub({ spec, status }: Memcached): Converted<MemcachedV1alpha1> {
    return { spec, ...(status !== undefined && { status }) };
  }
}

/**
 * Between v1beta1 and v1, which is stored. There and back again must give the same object: its test tries many.
 *
 * It copies everything, which is right while both versions have the same fields. Where they part, `tsc` names
 * the type that differs and the test names the field that is lost; an annotation can keep such a field.
 */
export class MemcachedV1beta1Converter implements Converter<Memcached, MemcachedV1beta1> {
  toHub({ spec, status }: MemcachedV1beta1): Converted<Memcached> {
    return { spec, ...(status !== undefined && { status }) };
  }

  fromHub({ spec, status }: Memcached): Converted<MemcachedV1beta1> {
    return { spec, ...(status !== undefined && { status }) };
  }
}
// +scaffold:converters

/** Says who translates between v1, which is stored, and the other versions. */
export function setupMemcachedConversion(manager: Manager): void {
  manager.conversion(Memcached).spoke(MemcachedV1alpha1, new MemcachedV1alpha1Converter());
  manager.conversion(Memcached).spoke(MemcachedV1beta1, new MemcachedV1beta1Converter());
  // +scaffold:registrations
}
