import type { DestinationStream } from 'pino';

const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };
/** Fields of each line that are shown elsewhere, or tell a person nothing. */
const NOT_LISTED = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'err', 'error']);
/** Written without quotes: nothing in it could be taken for another field. */
const PLAIN = /^[\w.:/@+-]+$/;

/**
 * A line of the log for people: time, level, message, fields as `name=value`, and below it texts with quotes and the
 * stack of an error. Whatever
 * the fields contain, it cannot imitate another line: control characters are escaped.
 */
export function textOfLine(line: string): string {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  if (typeof entry !== 'object' || entry === null) return line;
  const { level, time, msg, err, error, ...fields }: Record<string, unknown> = { ...entry };
  const all = Object.entries(fields).filter(([name]) => !NOT_LISTED.has(name));
  // The output of another program, say: as JSON in a line its quotes would be escaped.
  const quoted = all.filter(([, value]) => hasQuotes(value));
  const listed = all.filter(([, value]) => !hasQuotes(value));
  const parts = [
    typeof time === 'number' ? new Date(time).toISOString() : '-',
    (LEVELS[Number(level)] ?? '').padEnd(5),
    plain(typeof msg === 'string' ? msg : ''),
    ...listed.map(([name, value]) => `${plain(name)}=${valueOf(value)}`),
  ];
  const below = quoted.map(([name, value]) => linesOf(plain(name), value)).join('');
  return `${parts.join(' ')}\n${below}${stackOf(err ?? error)}`;
}

const hasQuotes = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((one) => typeof one === 'string' && one.includes('"'))
    : typeof value === 'string' && value.includes('"');

/** A field with texts that have quotes, each on an indented line of its own. */
const linesOf = (name: string, value: unknown): string =>
  (Array.isArray(value) ? value : [value])
    .map((one) => `    ${name}: ${plain(typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))}\n`)
    .join('');

const valueOf = (value: unknown): string => {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return plain(JSON.stringify(value) ?? '');
};

// oxlint-disable-next-line no-control-regex -- these are what is escaped
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const plain = (text: string): string =>
  text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return error === undefined ? '' : `    ${valueOf(error)}\n`;
  const { stack, message }: { stack?: unknown; message?: unknown } = error;
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : JSON.stringify(error);
  return text
    .split('\n')
    .map((line) => `    ${plain(line.trim())}\n`)
    .join('');
}

interface Flushable extends DestinationStream {
  flushSync?: () => void;
}

/** Writes the lines of a logger to a destination as text. */
export const textDestination = (destination: Flushable): Flushable => ({
  write: (line) => destination.write(textOfLine(line)),
  flushSync: () => destination.flushSync?.(),
});
