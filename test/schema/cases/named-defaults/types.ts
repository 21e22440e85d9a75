import { type CustomResource, type Defaults, defineKind, type Int32 } from '@opgen/runtime';

export interface DovecoteSpec extends Defaults<'birds' | 'net'> {
  // +default=2
  birds: Int32;
  // +default=Fine
  net: 'Fine' | 'Coarse';
  keeper: string;
}

export interface Dovecote extends CustomResource<DovecoteSpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Dovecote';
}

export const Dovecote = defineKind<Dovecote>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Dovecote',
  plural: 'dovecotes',
  scope: 'Namespaced',
});
