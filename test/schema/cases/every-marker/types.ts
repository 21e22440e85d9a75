import {
  type Condition,
  type CustomResource,
  defineKind,
  type Double,
  type Int32,
  type RawExtension,
} from '@opgen/runtime';

/** How often a backup is made. */
// +title="Plan"
// +externalDocs:url="https://example.com/plans"
// +structType=atomic
// +validation:ExactlyOneOf=schedule;interval
// +validation:AtMostOneOf=keep;keepDays
// +validation:AtLeastOneOf=schedule;on-change
export interface Plan {
  schedule?: string;
  // +validation:XIntOrString
  // +validation:MaxLength=8
  interval?: string;
  'on-change'?: boolean;
  keep?: Int32;
  keepDays?: Int32;
}

// +k8s:enum
export type Policy = 'Delete' | 'Retain';

export interface Item {
  name: string;
  zone?: string;
}

export interface DatabaseSpec {
  // +validation:Minimum=1
  // +validation:Maximum=10
  // +validation:ExclusiveMinimum=true
  // +validation:ExclusiveMaximum=true
  // +validation:MultipleOf=2
  // +example=4
  // +optional
  replicas: Int32;

  // +k8s:minimum=0.5
  // +k8s:maximum=1.5
  ratio?: Double;

  // +validation:MinLength=3
  // +validation:MaxLength=20
  // +validation:Pattern=`^[a-z][a-z0-9.:/-]*$`
  // +default="postgres:17"
  image: string;

  // +validation:Format=ipv4
  address?: string;

  // +validation:Enum=small;large;"3"
  size?: string;

  // +validation:MinItems=1
  // +validation:MaxItems=3
  // +listType=set
  // +validation:items:MinLength=2
  // +validation:items:Enum=eu;us;asia
  zones?: string[];

  // +listType=map
  // +listMapKey=name
  // +k8s:listMapKey=zone
  // +validation:MaxItems=8
  items?: Required<Item>[];

  // +validation:MinProperties=1
  // +validation:MaxProperties=2
  // +mapType=granular
  // +k8s:eachVal=+k8s:maxLength=5 # short ones
  labels?: Record<string, string>;

  // +nullable
  note?: string;

  // +validation:Schemaless
  // +preserveUnknownFields
  anything?: Int32;

  // +validation:Type=string
  duration?: Int32;

  // +embeddedResource
  template?: RawExtension;

  // +required
  plan?: Plan;

  policy?: Policy;

  // +validation:XValidation:rule="self.startsWith('a')",message="begins with an a",reason=FieldValueForbidden
  // +validation:XValidation:rule="self != 'ab'",messageExpression="'not ' + self"
  // +validation:MaxLength=10
  code?: string;

  // +k8s:required
  // +k8s:immutable
  owner?: string;

  // +k8s:immutable
  region?: string;

  // +k8s:update=NoModify;NoClear
  // +validation:MaxLength=10
  store?: string;

  // +validation:OneOf=[{"minimum":5},{"maximum":0}]
  // +validation:AnyOf=[{"maximum":7},{"minimum":-7}]
  // +validation:AllOf=[{"multipleOf":1}]
  // +validation:Not={"enum":[6]}
  odd?: Int32;
}

export interface DatabaseStatus {
  replicas?: Int32;
  selector?: string;
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** A database with backups. */
// +kubebuilder:object:root=true
// +resource:shortName=db,categories=all;data,singular=database
// +subresource:status
// +subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +printcolumn:name=Image,type=string,jsonPath=.spec.image,description="what runs",priority=1
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
// +selectablefield:jsonPath=.spec.policy
// +metadata:labels=team=data,annotations="example.com/contact=data@example.com"
// +deprecatedversion:warning="use v2"
// +storageversion
// +validation:XValidation:rule="self.metadata.name.size() < 20",message="the name is short"
export interface Database extends CustomResource<DatabaseSpec, DatabaseStatus> {
  apiVersion: 'markers.example.com/v1';
  kind: 'Database';
}

export const Database = defineKind<Database>({
  apiVersion: 'markers.example.com/v1',
  kind: 'Database',
  plural: 'databases',
  scope: 'Namespaced',
});

// +unservedversion
export interface DatabaseV2 extends CustomResource<DatabaseSpec> {
  apiVersion: 'markers.example.com/v2';
  kind: 'Database';
}

export const DatabaseV2 = defineKind<DatabaseV2>({
  apiVersion: 'markers.example.com/v2',
  kind: 'Database',
  plural: 'databases',
  scope: 'Namespaced',
});

// +skipversion
export interface DatabaseV3 extends CustomResource<DatabaseSpec> {
  apiVersion: 'markers.example.com/v3';
  kind: 'Database';
}

export const DatabaseV3 = defineKind<DatabaseV3>({
  apiVersion: 'markers.example.com/v3',
  kind: 'Database',
  plural: 'databases',
  scope: 'Namespaced',
});
