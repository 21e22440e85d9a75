import {
  type CustomResource,
  defineKind,
  type Double,
  type Int32,
  type Int64,
  type Integer,
  type IntOrString,
  type ObjectMeta,
} from '@opgen/runtime';
import type { EnvVar, SecretKeySelector, Toleration } from '@opgen/runtime/kinds/core/v1';

// +validation:Format=ipv4
// +title="An address"
type Address = string;

// +validation:XValidation:rule="self.startsWith('a')",message="begins with a"
// +validation:XValidation:rule="self.endsWith('z')",reason=FieldValueForbidden
// +validation:MaxLength=9
type Word = string;

// +validation:items:MinLength=1
// +validation:items:Pattern=^[a-z]+$
// +validation:MinItems=1
type Words = string[];

// +validation:MinProperties=1
type Counts = Record<string, Int32>;

// +validation:ExactlyOneOf=http;exec
// +validation:AtMostOneOf=slow;fast
// +validation:AtLeastOneOf=slow;exec;http
// +externalDocs:url="https://example.com/probes",description="Of probes"
interface Probe {
  http?: string;
  exec?: string;
  slow?: boolean;
  fast?: boolean;
}

// +pruning:PreserveUnknownFields
interface Open {
  name: string;
}

interface Inner {
  // +default=3
  size: Int32;
  // +default="deep"
  mode: string;
}

interface Item {
  key: string;
  // +k8s:immutable
  fixed: string;
  // +k8s:immutable
  once?: string;
}

interface MenagerieSpec {
  // +validation:ExclusiveMinimum=true
  // +validation:Minimum=-1.5
  // +validation:Maximum=1e3
  ratio: Double;
  // +validation:Enum=1;2;4
  power: Int64;
  // +validation:Enum="";"a b";c
  text: string;
  // +validation:Pattern=`^\d+$`
  // +validation:XIntOrString
  // +validation:MaxLength=4
  port: IntOrString;

  address?: Address;
  // +title=another
  // +validation:Format=ipv6
  other?: string;
  word?: Word;
  // +validation:XValidation:rule="size(self) > 2",messageExpression="'not ' + self"
  long?: Word;

  words?: Words;
  // +validation:items:Enum=a;b
  // +validation:items:XValidation:rule="self != ''"
  // +validation:MaxItems=8
  // +listType=set
  letters?: string[];
  // +validation:items:Minimum=1
  // +validation:items:MultipleOf=2
  // +listType=atomic
  even?: Int32[];
  // +listType=map
  // +listMapKey=key
  // +validation:MaxItems=5
  items?: Item[];

  counts?: Counts;
  // +mapType=granular
  labels?: Record<string, Word>;
  // +validation:MaxProperties=2
  words2?: { [key: string]: Word[] };

  probe?: Probe;
  open?: Open;
  inner?: Inner;
  // +default={}
  filled: Inner;
  // +default={size: 1, mode: "a, b"}
  // +structType=atomic
  given: Inner;
  // +default={"a","b"}
  list: string[];
  // +default=["c"]
  json: string[];
  // +default={}
  none: string[];
  // +default={a: "1", b: "2"}
  map: Record<string, string>;
  // +default="100Mi"
  much: string;
  // +default=100Mi
  bare: string;
  // +default=true
  flag: boolean;
  // +default=-1
  minus: Int32;
  // +default:="x y"
  colon: string;
  // +example={size: 2}
  example?: Inner;

  // +k8s:required
  needed?: string;
  // +k8s:optional
  spared: string;
  // +validation:Optional
  left: string;
  // +validation:Required
  kept?: string;
  nothing?: Inner | null;
  // +k8s:minimum=2
  // +k8s:maximum=7 # at most
  between?: Int32;
  // +k8s:maxItems=3
  // +k8s:listType=set
  few?: string[];
  // +k8s:immutable
  once?: string;
  // +k8s:immutable
  always: string;

  // +validation:Schemaless
  // +pruning:PreserveUnknownFields
  raw?: Inner;
  // +validation:Type=string
  // +validation:MinLength=1
  asText?: Integer;
  // +externalDocs:url="https://example.com"
  documented?: string;
  // +validation:XValidation:rule="!oldSelf.hasValue() || self == oldSelf.value()",optionalOldSelf=true,fieldPath=".name"
  sticky?: Open;

  toleration?: Toleration;
  reference?: SecretKeySelector;
  environment?: EnvVar[];
  meta?: ObjectMeta;
}

interface MenagerieStatus {
  ready?: boolean;
}

/** Animals that are shown. */
// +subresource:status
// +storageversion
// +resource:singular=menagerie,shortName=m;mn,categories={all,animals}
// +printcolumn:name="Ratio",type=number,JSONPath=`.spec.ratio`,format=double
// +printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +deprecatedversion:warning="use v2"
// +metadata:annotations={"a=b","c=d"},labels=x=y
// +selectablefield:JSONPath=`.spec.text`
// +validation:XValidation:rule="self.metadata.name != 'all'",message="not all"
export interface Menagerie extends CustomResource<MenagerieSpec, MenagerieStatus> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Menagerie';
}

export const Menagerie = defineKind<Menagerie>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Menagerie',
  plural: 'menageries',
  scope: 'Namespaced',
});
