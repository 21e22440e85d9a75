/** Names a span: the part of OpenTelemetry's SpanContext that links need. */
export interface SpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
}
