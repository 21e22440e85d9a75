import type { Converted, Converter, Manager } from '@opgen/runtime';
import { Memcached, MemcachedV2 } from './memcached.ts';

const zoneAnnotation = 'cache.example.com/zone';

export class MemcachedV2Converter implements Converter<Memcached, MemcachedV2> {
  toHub({ spec: { replicas, pool }, metadata }: MemcachedV2): Converted<Memcached> {
    const { [zoneAnnotation]: _, ...annotations } = metadata.annotations ?? {};
    return {
      spec: { tier: pool.tier, size: replicas },
      metadata: { annotations: { ...annotations, ...(pool.zone && { [zoneAnnotation]: pool.zone }) } },
    };
  }

  fromHub({ spec: { size, tier }, metadata }: Memcached): Converted<MemcachedV2> {
    const { [zoneAnnotation]: zone, ...annotations } = metadata.annotations ?? {};
    return {
      spec: { pool: { tier, zone }, replicas: size },
      metadata: { annotations },
    };
  }
}

export function setupMemcachedConversion(manager: Manager): void {
  manager.conversion(Memcached).spoke(MemcachedV2, new MemcachedV2Converter());
}
