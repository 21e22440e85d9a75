/** A kind that operations use. */
export interface Kind {
  readonly root: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  /** Strategic merge patches need a type that is built into the server. */
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
    // The ownership of /scale in an object without replicas is a known difference: see README.md.
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
