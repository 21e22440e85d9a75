import { type CustomResource, defineKind, type Int32, type Int64, type IntOrString } from '@opgen/runtime';

type Automatic = 'auto' | Int32;
type Known = 80 | 'http';

export interface GateSpec {
  width: number | string;
  height?: string | Int64;
  depth?: IntOrString;
  replicas?: Automatic;
  share?: Int32 | `${number}%`;
  port?: 80 | 443 | 'http' | 'https';
  limit?: Automatic | null;
  known?: Known | 443 | 'https';
  bounds?: Automatic | 'none' | 0;
  any?: 'all' | 1 | IntOrString;
  none: string | null;
  mode: 'open' | 'shut' | null;
}

export interface Gate extends CustomResource<GateSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Gate';
}

export const Gate = defineKind<Gate>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Gate',
  plural: 'gates',
  scope: 'Cluster',
});
