import { JsonText } from '../store/outlines/json-text.ts';

/** Characters of a piece. */
const PIECE = 65_536;

/**
 * An answer as JSON in pieces of about 64 kB. Lists at the top level are written element by element, since one with ten
 * thousand rows would block the event loop for a tenth of a second in one piece. Strings that are JSON already are
 * inserted unparsed.
 */
export function* jsonPieces(answer: object): Generator<string, undefined> {
  let piece = '';
  let separator = '{';
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    piece += `${separator}${JSON.stringify(key)}:`;
    separator = ',';
    if (!Array.isArray(value)) {
      piece += jsonOf(value);
      continue;
    }
    piece += '[';
    for (let at = 0; at < value.length; at += 1) {
      piece += `${at === 0 ? '' : ','}${jsonOf(value[at])}`;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    piece += ']';
  }
  yield `${piece}${separator === '{' ? '{' : ''}}`;
}

/** A value that JSON cannot represent, a function or undefined, becomes null, as in a list. */
function jsonOf(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (!hasText(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).flatMap(([key, field]) =>
    field === undefined ? [] : [`${JSON.stringify(key)}:${jsonOf(field)}`],
  );
  return `{${fields.join(',')}}`;
}

const hasText = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.values(value).some((field) => field instanceof JsonText);
