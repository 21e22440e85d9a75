import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanContext } from '../../src/runs/span-context.ts';
import type { Span, SpanAttributes, SpanLink, Tracer } from '../../src/tracing/tracing.ts';

export interface RecordedSpan {
  readonly name: string;
  readonly kind: number | undefined;
  readonly attributes: SpanAttributes;
  readonly context: SpanContext;
  readonly links: readonly SpanLink[];
  readonly parent: RecordedSpan | undefined;
  readonly errors: unknown[];
  ended: boolean;
}

/** Records spans, with the active one as parent, as OpenTelemetry does. */
export class RecordingTracer implements Tracer {
  readonly spans: RecordedSpan[] = [];
  readonly #active = new AsyncLocalStorage<RecordedSpan>();

  startActiveSpan<T>(
    name: string,
    { attributes, kind, links = [] }: Parameters<Tracer['startActiveSpan']>[1],
    run: (span: Span) => T,
  ): T {
    const span: RecordedSpan = {
      name,
      kind,
      attributes: { ...attributes },
      context: { traceId: 'trace-1', spanId: `span-${this.spans.length}`, traceFlags: 1 },
      links,
      parent: this.#active.getStore(),
      errors: [],
      ended: false,
    };
    this.spans.push(span);
    const recording: Span = {
      spanContext: () => span.context,
      setAttribute: (attribute, value) => (span.attributes[attribute] = value),
      recordException: (error) => span.errors.push(String(error)),
      setStatus: (status) => span.errors.push(status),
      end: () => (span.ended = true),
    };
    return this.#active.run(span, () => run(recording));
  }
}
