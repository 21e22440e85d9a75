// The named types that say in TypeScript what Kubernetes means by a JSON number or string. The CRD
// generator knows them by name; at run time they are plain values.

/** A moment with a precision of one second, in RFC 3339: `2026-01-31T23:59:59Z`. */
export type Time = string;

/** A moment with a precision of one microsecond, in RFC 3339: `2026-01-31T23:59:59.000001Z`. */
export type MicroTime = string;

/** An integer of no particular size. */
export type Integer = number;

/** An integer of 32 bits, as most counts of Kubernetes are. */
export type Int32 = number;

/** An integer of 64 bits. Beyond 2^53 a JSON number loses digits here. */
export type Int64 = number;

/** A number with a fraction. */
export type Double = number;

/** A number, or a text such as a percentage (`25%`) or the name of a port. */
export type IntOrString = number | string;

/** An amount with a unit: `500m`, `2Gi`. */
export type Quantity = string;

/** A span of time as Go writes it: `1h30m`. */
export type Duration = string;

/** Bytes, encoded in base 64. */
export type Base64 = string;

/** An object whose fields are not described; they are kept as they are. */
export type RawExtension = Record<string, unknown>;

/** Any JSON value. */
export type JSONValue = null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };
