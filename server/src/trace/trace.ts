import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.ts';
import { reasonOf } from '../fault.ts';

/**
 * Spans of work, for traces. Without OTEL_EXPORTER_OTLP_ENDPOINT there is no tracer, and nothing here does more than
 * look for it.
 */

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';
export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** The identity of a span, as W3C Trace Context has it: 32 and 16 hexadecimal digits. */
export interface SpanContext {
  traceId: string;
  spanId: string;
}

export interface Span {
  readonly context: SpanContext;
  set(attributes: Attributes): void;
  /** Refers to a span of another trace that it has to do with. */
  link(to: SpanContext): void;
  /** Marks it as failed. */
  fail(reason: string): void;
  end(): void;
}

export interface SpanOptions {
  kind?: SpanKind;
  /** The span that contains it; null for none, which begins a trace. */
  parent: SpanContext | null;
  links?: readonly SpanContext[];
  attributes?: Attributes;
  /** Sampled whatever the share is, because it belongs to something that is. */
  always?: boolean;
  /** Epoch milliseconds; now by default. */
  startMs?: number;
}

export interface Tracer {
  /** Null when it is not sampled. */
  start(name: string, options: SpanOptions): Span | null;
}

let tracer: Tracer | null = null;
const current = new AsyncLocalStorage<Span | null>();

/** Sets the tracer of this process; null for none. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** True while traces are exported. */
export const isTracing = (): boolean => tracer !== null;

/** The span of the work under way; null without one. */
export const currentSpan = (): Span | null => (tracer && current.getStore()) ?? null;

/** Begins a span that the caller ends; null when nothing is traced. */
export const startSpan = (name: string, options: SpanOptions): Span | null => tracer?.start(name, options) ?? null;

/** Runs work that begins a trace, or continues that of `parent`. */
export function tracedRoot<Result>(
  name: string,
  options: SpanOptions,
  run: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  return tracer ? within(tracer.start(name, options), run) : run(null);
}

/** Runs work as a part of the span of the work under way; without one it is not traced. */
export function traced<Result>(
  name: string,
  options: Omit<SpanOptions, 'parent'>,
  run: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  if (!tracer || !parent) return run(null);
  return within(tracer.start(name, { ...options, parent: parent.context, always: true }), run);
}

function within<Result>(span: Span | null, run: (span: Span | null) => Promise<Result>): Promise<Result> {
  return current.run(span, async () => {
    try {
      return await run(span);
    } catch (error) {
      // A refusal is an answer, not a fault.
      if (error instanceof AppError) span?.set({ 'error.type': error.code });
      else span?.fail(reasonOf(error));
      throw error;
    } finally {
      span?.end();
    }
  });
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** The span that a `traceparent` header names; null when it names none. */
export function parentOf(header: string | undefined): SpanContext | null {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(header ?? '') ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : null;
}
