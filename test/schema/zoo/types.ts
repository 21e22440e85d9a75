import {
  type Base64,
  type Condition,
  type CustomResource,
  defineKind,
  type Double,
  type Duration,
  type Int32,
  type Int64,
  type IntOrString,
  type JSONValue,
  type LabelSelector,
  type MicroTime,
  type Quantity,
  type RawExtension,
  type Time,
} from '@opgen/runtime';

/** A name in DNS. */
// +validation:MinLength=2
// +validation:MaxLength=63
// +validation:Pattern=`^[a-z]+$`
type Host = string;

// +validation:Minimum=1
type Positive = Int32;

type Age = 'Young' | 'Grown' | 'Old';

// +validation:Enum=1;2;3
type Digit = Int32;

// +validation:MaxItems=4
// +listType=set
type Tags = string[];

/**
 * Where something is.
 *
 * It has two parts,
 * in this order.
 */
// +structType=atomic
interface Spot {
  /**
   * TODO: rows from zero?
   * The row.
   */
  row: Int32;
  // The seat.
  // --- not for users
  seat?: Int64;
}

// +validation:XValidation:rule="self.name != self.nick",message="a nickname differs"
interface Named {
  /** What it is called. */
  name: string;
  /** What friends say. */
  nick: string;
}

interface Aged {
  age?: Age;
}

/** A bird, as an example of inheritance. */
interface Bird extends Named, Aged {
  /** How far it flies. */
  range: Positive;
}

/** When a value was seen. */
interface Seen<T> {
  value: T;
  at?: Time;
}

interface Port {
  name: string;
  // +default=TCP
  protocol: string;
  // +validation:Maximum=65535
  port: Positive;
}

/** What the zoo has. */
interface ZooSpec {
  /** Text of the field's own. */
  host: Host;
  // +validation:MinLength=4
  narrow?: Host;
  age?: Age;
  digit?: Digit;
  count?: Positive;
  open: boolean;
  small: Int32;
  large: Int64;
  bare: number;
  ratio: Double;
  bytes?: Base64;
  note: string | null;
  time?: Time;
  micro?: MicroTime;
  wait?: Duration;

  amount?: Quantity;
  target?: IntOrString;
  plugin?: RawExtension;
  anything?: JSONValue;

  selector?: LabelSelector;
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];

  tags?: Tags;
  hosts?: readonly Host[];
  // +validation:MinItems=1
  // +validation:items:MaxLength=8
  words: string[];
  grid?: Int32[][];
  // +listType=map
  // +listMapKey=port
  // +listMapKey=protocol
  ports?: Port[];

  labels?: Record<string, string>;
  spots?: { [name: string]: Spot };
  // +mapType=atomic
  // +validation:MaxProperties=3
  nested?: Record<string, Record<string, Host>>;
  lists?: Record<string, Spot[]>;

  spot: Spot;
  maybe?: Spot;
  bird: Bird;
  // +validation:XValidation:rule="self.range < 100",message="it gets tired"
  tired?: Bird;
  number?: Seen<Int32>;
  seen?: Seen<Host>;

  // +default={row: 3}
  start: Spot;
  // +default={a,b}
  // +example={c}
  defaults: string[];
  // +title="A title"
  // +validation:Format=uri
  link?: string;
  // +pruning:PreserveUnknownFields
  // +validation:EmbeddedResource
  object?: RawExtension;
  // +validation:ExclusiveMaximum=true
  // +validation:Maximum=10
  // +validation:MultipleOf=2
  even?: Int32;
  // +required
  demanded?: string;

  /** Hidden is nobody's business. */
  // +opgen:ignore
  hidden: Map<string, string>;
}

/** What the zoo is like. */
interface ZooStatus {
  observedGeneration?: Int64;
  visitors?: Int32;
}

/** A zoo. */
// +subresource:status
// +subresource:scale:specpath=.spec.small,statuspath=.status.visitors
// +resource:shortName=zo,categories=all;animals
// +printcolumn:name=Open,type=boolean,JSONPath=.spec.open,description="Whether one gets in",priority=1
// +selectablefield:JSONPath=.spec.host
// +metadata:labels="team=zoo",annotations="a=b"
export interface Zoo extends CustomResource<ZooSpec, ZooStatus> {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Zoo';
}

export const Zoo = defineKind<Zoo>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Zoo',
  plural: 'zoos',
  scope: 'Cluster',
});
