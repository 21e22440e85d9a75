/** What is needed of `@opentelemetry/api`: `trace.getTracer('memcached-operator')` is one. */
export interface Tracer {
  /** Runs the function in a span, to which belong the spans that begin meanwhile. */
  startActiveSpan<T>(name: string, options: { attributes?: SpanAttributes }, run: (span: Span) => T): T;
}

/** What a span says of itself: the controller, the object, the causes. */
export type SpanAttributes = Record<string, string | string[]>;

/** What is needed of a span of OpenTelemetry. */
export interface Span {
  /** Its trace, whose id is added to what is logged. */
  spanContext(): { traceId: string };
  /** Notes what the reconcile threw. */
  recordException(error: Error | string): void;
  /** Says that it failed. */
  setStatus(status: { code: number; message?: string }): unknown;
  /** Called once the reconcile is over. */
  end(): void;
}

/** OpenTelemetry's number for an error. */
const failed = 2;

/** Runs something as a span, with the id of its trace; what it calls becomes part of that trace. */
export function traced<T>(
  tracer: Tracer | undefined,
  name: string,
  attributes: () => SpanAttributes,
  run: (traceId: string | undefined) => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return run(undefined);
  return tracer.startActiveSpan(name, { attributes: attributes() }, async (span) => {
    try {
      return await run(span.spanContext().traceId);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      span.recordException(error instanceof Error ? error : message);
      span.setStatus({ code: failed, message });
      throw error;
    } finally {
      span.end();
    }
  });
}
