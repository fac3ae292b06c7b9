import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import { VERSION } from '../version.ts';
import { createTracer, otlpAttributes, type OtlpSpan } from './otlp-tracer.ts';
import { setTracer } from './trace.ts';
import { traceQueries } from './trace-queries.ts';

export interface TracingSettings {
  /** The collector's base address, below which traces go to `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of traces that are exported. */
  ratio: number;
}

const EXPORT_EVERY_MS = 5000;
const BATCH = 512;
/** More are dropped: the server must not wait for a collector. */
const MAX_WAITING = 4096;
const EXPORT_WITHIN_MS = 10_000;

/** Traces calls, frames and statements to an OpenTelemetry collector from now on, over OTLP/HTTP in JSON. */
export function startTracing(settings: TracingSettings, logger: Logger): { stop: () => Promise<void> } {
  let waiting: OtlpSpan[] = [];
  let dropped = 0;
  let sending: Promise<void> = Promise.resolve();
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const resource = {
    attributes: otlpAttributes({
      'service.name': settings.serviceName,
      'service.version': VERSION,
      'service.instance.id': `${process.pid}@${hostname()}`,
    }),
  };
  const scope = { name: 'milepost', version: VERSION };

  const send = async (spans: readonly OtlpSpan[]) => {
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] });
    const signal = AbortSignal.timeout(EXPORT_WITHIN_MS);
    const headers = { ...settings.headers, 'content-type': 'application/json' };
    const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
  };
  const sendAll = async (spans: readonly OtlpSpan[]) => {
    if (dropped > 0) logger.warn({ spans: dropped }, 'Spans were dropped: more were made than the collector takes');
    dropped = 0;
    for (let at = 0; at < spans.length; at += BATCH) {
      await send(spans.slice(at, at + BATCH)).catch((error: unknown) =>
        logger.warn({ reason: reasonOf(error), url }, 'Traces could not be exported'),
      );
    }
  };
  const flush = (): Promise<void> => {
    const spans = waiting;
    waiting = [];
    sending = sending.then(() => sendAll(spans));
    return sending;
  };
  let inFlight = false;
  const tracer = createTracer({
    ratio: settings.ratio,
    ended: (span) => {
      if (waiting.length >= MAX_WAITING) {
        dropped++;
        return;
      }
      waiting.push(span);
      if (waiting.length < BATCH || inFlight) return;
      inFlight = true;
      void flush().finally(() => (inFlight = false));
    },
  });
  const stopQueries = traceQueries();
  setTracer(tracer);
  const timer = setInterval(() => void flush(), EXPORT_EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      setTracer(null);
      stopQueries();
      await flush();
    },
  };
}
