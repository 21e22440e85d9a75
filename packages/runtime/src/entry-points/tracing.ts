// Tracing: the part of the OpenTelemetry API that the manager calls.
export type { Span, SpanAttributes, Tracer } from '../controller/tracing.ts';
