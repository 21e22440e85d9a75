import { messageOf } from '../failures.ts';
import type { SpanContext } from '../runs/span-context.ts';

/**
 * The part of OpenTelemetry's Tracer that the manager uses: pass `trace.getTracer('memcached-operator')` of
 * `@opentelemetry/api`.
 */
export interface Tracer {
  /** Runs the function in an active span. */
  startActiveSpan<T>(name: string, options: SpanOptions, run: (span: Span) => T): T;
}

/** How a span starts. */
export interface SpanOptions {
  attributes?: SpanAttributes | undefined;
  /** OpenTelemetry's SpanKind: 2 for requests to the API server. Default: internal. */
  kind?: number | undefined;
  /** The spans that caused this one without being its parent. */
  links?: SpanLink[] | undefined;
}

/** A link to another span. */
export interface SpanLink {
  context: SpanContext;
  attributes?: SpanAttributes | undefined;
}

/** The attributes of a span: for instance the controller, the object and the causes. */
export type SpanAttributes = Record<string, string | number | string[]>;

/** The part of OpenTelemetry's Span that the manager uses. */
export interface Span {
  /** The trace id, which is added to log lines, and what links need. */
  spanContext(): SpanContext;
  /** Sets what is known only when the span ends, such as the status of a response. */
  setAttribute(name: string, value: string | number): unknown;
  /** Records the error of the reconcile or request. */
  recordException(error: Error | string): void;
  /** Sets the error status. */
  setStatus(status: { code: number; message?: string | undefined }): unknown;
  /** Called once the reconcile or request is over. */
  end(): void;
}

/** OpenTelemetry's SpanStatusCode.ERROR. */
export const failed = 2;

/** Runs a function in a span, which it gets as argument; without a tracer it gets none. */
export function traced<T>(
  tracer: Tracer | undefined,
  name: string,
  options: () => SpanOptions,
  run: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return run(undefined);
  return tracer.startActiveSpan(name, options(), async (span) => {
    try {
      return await run(span);
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
