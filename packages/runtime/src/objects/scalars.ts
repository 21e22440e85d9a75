// Named types for what Kubernetes means by a JSON number or string. The CRD generator recognizes them by name; at run
// time they are plain values.

/** A time with a precision of one second, in RFC 3339: `2026-01-31T23:59:59Z`. */
export type Time = string;

/** A time with a precision of one microsecond, in RFC 3339: `2026-01-31T23:59:59.000001Z`. */
export type MicroTime = string;

/** An integer of unspecified size. */
export type Integer = number;

/** A 32-bit integer, like most counts in Kubernetes. */
export type Int32 = number;

/** A 64-bit integer. Values beyond 2^53 lose precision in JavaScript. */
export type Int64 = number;

/** A floating-point number. */
export type Double = number;

/** A number or a string, such as a percentage (`25%`) or the name of a port. */
export type IntOrString = number | string;

/**
 * An amount with a unit: `500m`, `2Gi`. A custom resource contains the number 4 if someone wrote `limit: 4`. Compare and
 * add amounts with `@opgen/runtime/quantities`.
 */
export type Quantity = string | number;

/** A duration in Go's format: `1h30m`. */
export type Duration = string;

/** Bytes, encoded in Base64. */
export type Base64 = string;

/** An object with unspecified fields, which are preserved. */
export type RawExtension = Record<string, unknown>;

/** Any JSON value. */
export type JSONValue = null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };
