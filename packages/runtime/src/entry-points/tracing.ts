// Tracing: the part of the OpenTelemetry API that the manager calls.
export type { Span, SpanAttributes, SpanContext, SpanLink, SpanOptions, Tracer } from '../tracing/tracing.ts';
