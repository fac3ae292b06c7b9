import { type DestinationStream, type Level, type Logger, pino, stdSerializers } from 'pino';
import { logContext } from './log-context.ts';

/** The number of equal warnings or errors written within a minute; the rest is counted. */
const MAX_EQUAL = 3;
const WINDOW_MS = 60_000;
/** Messages counted at a time: there are few, unless a library logs what it received. */
const MAX_TEXTS = 1000;

interface Repeated {
  level: Level;
  since: number;
  count: number;
}

/**
 * The log: one JSON line per entry, with the request, person or job that it is about. Errors are written with their message and stack under `err` and `error`. During an
 * outage everything that depends on it fails repeatedly in the same way, so of equal warnings and errors the first ones
 * of a minute are written, and then the number of further ones.
 */
export function createLogger(level: string, destination: DestinationStream, clock = Date.now): Logger {
  const repeated = new Map<string, Repeated>();
  const logger: Logger = pino(
    {
      level,
      // The fields of the line itself win.
      mixin: logContext,
      serializers: { err: stdSerializers.err, error: stdSerializers.err },
      hooks: {
        logMethod(args, method, number) {
          const name = pino.levels.labels[number];
          const text = args.find((one): one is string => typeof one === 'string');
          const counted = name === 'warn' || name === 'error';
          if (counted && text !== undefined && !isWritten(name, text)) return;
          Reflect.apply(method, this, args);
        },
      },
    },
    destination,
  );

  function isWritten(name: Level, text: string): boolean {
    const now = clock();
    const known = repeated.get(text);
    if (known && now - known.since < WINDOW_MS) {
      known.count += 1;
      return known.count <= MAX_EQUAL;
    }
    summarise(now);
    if (repeated.size >= MAX_TEXTS) repeated.clear();
    repeated.set(text, { level: name, since: now, count: 1 });
    return true;
  }

  /** Writes the number of suppressed lines of the windows that are over. */
  function summarise(now: number): void {
    for (const [text, { level: name, since, count }] of repeated) {
      if (now - since < WINDOW_MS) continue;
      repeated.delete(text);
      if (count > MAX_EQUAL) logger[name]({ repeated: count - MAX_EQUAL }, `Repeated within a minute: ${text}`);
    }
  }
  setInterval(() => summarise(clock()), WINDOW_MS).unref();
  return logger;
}
