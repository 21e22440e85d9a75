// Tracing: the part of the OpenTelemetry API that the manager calls.
export type { SpanContext } from '../runs/span-context.ts';
export type { Span, SpanAttributes, SpanLink, SpanOptions, Tracer } from '../tracing/tracing.ts';
