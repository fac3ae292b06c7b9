const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set(['{', '['].map((text) => text.charCodeAt(0)));
const CLOSING = new Set(['}', ']'].map((text) => text.charCodeAt(0)));

/** Where the string that begins at `at` ends; -1 if it does not. */
function endOfString(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE) return -1;
  for (let index = at + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index + 1;
    if (code === BACKSLASH) index += 1;
  }
  return -1;
}

/** Where the value that begins at `at` ends: before a comma or a closing bracket of what contains it. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index) - 1;
      if (index < 0) return -1;
    } else if (OPENING.has(code)) depth += 1;
    else if (depth === 0 && (code === COMMA || CLOSING.has(code))) return index;
    else if (CLOSING.has(code)) depth -= 1;
  }
  return -1;
}

/**
 * Splits the text of an object into names, as indices in `keys`, and values; false if it is no object, not written as
 * PostgreSQL writes `jsonb`, or has names beyond `maxKeys`.
 */
export function splitObject(
  text: string,
  { keys, maxKeys }: { keys: Map<string, number>; maxKeys: number },
  names: number[],
  values: string[],
): boolean {
  if (text === '{}') return true;
  if (!text.startsWith('{"') || !text.endsWith('}')) return false;
  let at = 1;
  for (;;) {
    const nameEnds = endOfString(text, at);
    if (nameEnds < 0 || !text.startsWith(': ', nameEnds)) return false;
    const token = text.slice(at, nameEnds);
    const valueEnds = endOfValue(text, nameEnds + 2);
    if (valueEnds <= nameEnds + 2) return false;
    let key = keys.get(token);
    if (key === undefined) {
      if (keys.size >= maxKeys) return false;
      keys.set(token, (key = keys.size));
    }
    names.push(key);
    values.push(text.slice(nameEnds + 2, valueEnds));
    if (valueEnds === text.length - 1) return text.endsWith('}');
    if (!text.startsWith(', ', valueEnds)) return false;
    at = valueEnds + 2;
  }
}
