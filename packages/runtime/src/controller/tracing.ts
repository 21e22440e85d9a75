import { messageOf } from '../failures.ts';

/**
 * The part of OpenTelemetry's Tracer that the manager uses: pass `trace.getTracer('memcached-operator')` of
 * `@opentelemetry/api`.
 */
export interface Tracer {
  /** Runs the function in an active span. */
  startActiveSpan<T>(
    name: string,
    options: { attributes?: SpanAttributes | undefined },
    run: (span: Span) => T,
  ): T;
}

/** The attributes of a span: the controller, the object and the causes. */
export type SpanAttributes = Record<string, string | string[]>;

/** The part of OpenTelemetry's Span that the manager uses. */
export interface Span {
  /** The trace id, which is added to log lines. */
  spanContext(): { traceId: string };
  /** Records the error of the reconcile. */
  recordException(error: Error | string): void;
  /** Sets the error status. */
  setStatus(status: { code: number; message?: string | undefined }): unknown;
  /** Called once the reconcile is over. */
  end(): void;
}

/** OpenTelemetry's SpanStatusCode.ERROR. */
const failed = 2;

/** Runs a function in a span and passes it the trace id. */
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
      const message = messageOf(error);
      span.recordException(error instanceof Error ? error : message);
      span.setStatus({ code: failed, message });
      throw error;
    } finally {
      span.end();
    }
  });
}
