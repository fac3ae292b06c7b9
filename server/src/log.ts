import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** The log: one JSON line for each entry. Faults are written with their message and stack under `err` and `error`. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: stdSerializers.err, error: stdSerializers.err } }, destination);
}
