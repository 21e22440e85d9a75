import { type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

/** A name in DNS. */
// +validation:MinLength=4
// +validation:Pattern=`^[a-z]+$`
type Host = string;

export interface LibrarySpec {
  host: Host;
  /** The name of the reading room. */
  // +validation:MinLength=10
  // +validation:MaxLength=20
  room: Host;
  // +validation:items:MaxLength=8
  // +validation:MinItems=1
  // +listType=set
  shelves: string[];
  // +kubebuilder:validation:Enum=2;4;8
  // +kubebuilder:default=4
  columns?: Int32;
  /**
   * Hours when it is open.
   * +default={"from": 8}
   */
  hours: Hours;
  // +optional
  motto: string;
  // +required
  city?: string;
}

interface Hours {
  from: Int32;
  // +default=20
  to: Int32;
}

// +validation:XValidation:rule="self.spec.host != ''",message="a host, please"
export interface Library extends CustomResource<LibrarySpec> {
  apiVersion: 'city.example.com/v1';
  kind: 'Library';
}

export const Library = defineKind<Library>({
  apiVersion: 'city.example.com/v1',
  kind: 'Library',
  plural: 'libraries',
  scope: 'Namespaced',
});
