import { randomBytes } from 'node:crypto';
import type { Attributes, Span, SpanContext, SpanKind, SpanOptions, Tracer } from './trace.ts';

/** A finished span in the JSON of OTLP (opentelemetry-proto 1.x, `trace.proto`): identifiers are hexadecimal there. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  links: (SpanContext & { attributes: OtlpAttribute[] })[];
  status: { code?: 2; message?: string };
}

type OtlpAttribute = {
  key: string;
  value: { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean };
};

const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 };
/** A batch of a crowded second has more frames than a screen can show. */
const MAX_LINKS = 128;
const MAX_TEXT = 2000;

/** Attributes in the form of OTLP; empty ones are left out. */
export const otlpAttributes = (attributes: Attributes): OtlpAttribute[] =>
  Object.entries(attributes).flatMap(([key, value]): OtlpAttribute[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value.slice(0, MAX_TEXT) } }];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });

const nano = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);
const now = (): number => performance.timeOrigin + performance.now();
const id = (bytes: number): string => randomBytes(bytes).toString('hex');

interface TracerOptions {
  /** The share of traces that are exported, from 0 to 1. */
  ratio: number;
  /** Takes each span that has ended. */
  ended: (span: OtlpSpan) => void;
}

export function createTracer({ ratio, ended }: TracerOptions): Tracer {
  /** The same decision wherever a trace is continued: by its last 7 bytes, as `traceidratio` of OpenTelemetry does. */
  const isSampled = (traceId: string) => parseInt(traceId.slice(18), 16) < ratio * 2 ** 56;
  return {
    start: (name, options) => {
      const traceId = options.parent?.traceId ?? id(16);
      return options.always === true || isSampled(traceId) ? createSpan(name, traceId, options, ended) : null;
    },
  };
}

function createSpan(name: string, traceId: string, options: SpanOptions, ended: TracerOptions['ended']): Span {
  const { parent, kind = 'internal', startMs = now() } = options;
  const context = { traceId, spanId: id(8) };
  const attributes: Attributes = { ...options.attributes };
  const links = [...(options.links ?? [])].slice(0, MAX_LINKS);
  let status: OtlpSpan['status'] = {};
  let isOpen = true;
  return {
    context,
    set: (more) => Object.assign(attributes, more),
    link: (to) => {
      if (links.length < MAX_LINKS) links.push(to);
    },
    fail: (message) => {
      status = { code: 2, message: message.slice(0, MAX_TEXT) };
    },
    end: () => {
      if (!isOpen) return;
      isOpen = false;
      ended({
        ...context,
        ...(parent && { parentSpanId: parent.spanId }),
        name,
        kind: KINDS[kind],
        startTimeUnixNano: nano(startMs),
        endTimeUnixNano: nano(Math.max(startMs, now())),
        attributes: otlpAttributes(attributes),
        links: links.map((link) => ({ ...link, attributes: [] })),
        status,
      });
    },
  };
}
