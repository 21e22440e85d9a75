// SPDX-License-Identifier: Apache-2.0

import type { Converted, Converter, Manager } from '@opgen/runtime';
import { DemoApplication } from '../../api/demo/v1/demo-application.ts';
import { DemoApplication as DemoApplicationV1beta1 } from '../../api/demo/v1beta1/demo-application.ts';
// +scaffold:imports

/** Converts between v1beta1 and v1, the storage version. A round trip loses no data. */
export class DemoApplicationV1beta1Converter implements Converter<DemoApplication, DemoApplicationV1beta1> {
  // For server-side apply, the API server also converts parts of objects: even the spec may be missing.
  toHub({ spec, status }: DemoApplicationV1beta1): Converted<DemoApplication> {
    if (spec === undefined) return { spec, status };
    const { host, ingressClass, replica, ...shared } = spec;
    const ingress = host === undefined ? undefined : { host, className: ingressClass };
    return { spec: { ...shared, replicas: replica, ingress }, status };
  }

  fromHub({ spec, status }: DemoApplication): Converted<DemoApplicationV1beta1> {
    if (spec === undefined) return { spec, status };
    const { ingress, replicas, ...shared } = spec;
    const { className, host } = ingress ?? {};
    return { spec: { ...shared, replica: replicas, host, ingressClass: className }, status };
  }
}
// +scaffold:converters

/** Registers the conversions between v1, the storage version, and the other versions. */
export function setupDemoApplicationConversion(manager: Manager): void {
  manager.conversion(DemoApplication).spoke(DemoApplicationV1beta1, new DemoApplicationV1beta1Converter());
  // +scaffold:registrations
}
