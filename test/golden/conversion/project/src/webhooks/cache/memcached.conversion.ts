// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import type { Converted, Converter, Manager } from '@opgen/runtime';
import { Memcached } from '../../api/cache/v1/memcached.ts';
import { Memcached as MemcachedV1alpha1 } from '../../api/cache/v1alpha1/memcached.ts';
import { Memcached as MemcachedV1beta1 } from '../../api/cache/v1beta1/memcached.ts';
// +scaffold:imports

/**
 * Converts between v1alpha1 and v1, the storage version. A round trip must not lose data; the test checks that.
 *
 * It copies all fields, which is correct while both versions have the same ones. When they differ, `tsc` reports
 * required fields only, and the test reports every field that is lost; you can preserve such a field in an annotation.
 */
export class MemcachedV1alpha1Converter implements Converter<Memcached, MemcachedV1alpha1> {
  toHub({ spec, status }: MemcachedV1alpha1): Converted<Memcached> {
    return { spec, status };
  }

  fromHub({ spec, status }: Memcached): Converted<MemcachedV1alpha1> {
    return { spec, status };
  }
}

/**
 * Converts between v1beta1 and v1, the storage version. A round trip must not lose data; the test checks that.
 *
 * It copies all fields, which is correct while both versions have the same ones. When they differ, `tsc` reports
 * required fields only, and the test reports every field that is lost; you can preserve such a field in an annotation.
 */
export class MemcachedV1beta1Converter implements Converter<Memcached, MemcachedV1beta1> {
  toHub({ spec, status }: MemcachedV1beta1): Converted<Memcached> {
    return { spec, status };
  }

  fromHub({ spec, status }: Memcached): Converted<MemcachedV1beta1> {
    return { spec, status };
  }
}
// +scaffold:converters

/** Registers the conversions between v1, the storage version, and the other versions. */
export function setupMemcachedConversion(manager: Manager): void {
  manager.conversion(Memcached).spoke(MemcachedV1alpha1, new MemcachedV1alpha1Converter());
  manager.conversion(Memcached).spoke(MemcachedV1beta1, new MemcachedV1beta1Converter());
  // +scaffold:registrations
}
