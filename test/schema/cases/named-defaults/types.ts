import { type CustomResource, type Defaults, defineKind, type Int32 } from '@opgen/runtime';

export interface AviarySpec extends Defaults<'birds' | 'net'> {
  // +default=2
  birds: Int32;
  // +default=Fine
  net: 'Fine' | 'Coarse';
  keeper: string;
}

export interface Aviary extends CustomResource<AviarySpec> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Aviary';
}

export const Aviary = defineKind<Aviary>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Aviary',
  plural: 'aviaries',
  scope: 'Namespaced',
});
