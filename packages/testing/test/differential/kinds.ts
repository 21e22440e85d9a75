/** A kind that operations are done to. */
export interface Kind {
  readonly root: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  /** A strategic merge patch needs a type that the server was built with. */
  readonly isBuiltIn: boolean;
  readonly subresources: readonly ('status' | 'scale')[];
}

export const thingsGroup = 'differential.example.com';

export const kinds = {
  thing: {
    root: `/apis/${thingsGroup}/v1`,
    apiVersion: `${thingsGroup}/v1`,
    kind: 'Thing',
    plural: 'things',
    isBuiltIn: false,
    // What /scale owns of an object that had no replicas is known to differ: see README.md.
    subresources: ['status'],
  },
  configMap: {
    root: '/api/v1',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    isBuiltIn: true,
    subresources: [],
  },
  deployment: {
    root: '/apis/apps/v1',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    plural: 'deployments',
    isBuiltIn: true,
    subresources: ['status', 'scale'],
  },
  service: {
    root: '/api/v1',
    apiVersion: 'v1',
    kind: 'Service',
    plural: 'services',
    isBuiltIn: true,
    subresources: ['status'],
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
