import type { Random } from './random.ts';

const BYTES = [0, 1, 0x0d, 0x0a, 0x7e, 0x7f, 0x80, 0xfe, 0xff];

/** Returns the bytes with some of them changed, removed, duplicated or inserted. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array {
  let changed = Uint8Array.from(bytes);
  for (let times = random.below(6); times > 0 && changed.length > 0; times--) {
    const at = random.below(changed.length);
    const end = Math.min(changed.length, at + 1 + random.below(8));
    const kind = random.below(5);
    if (kind === 0) changed[at] = random.pick(BYTES);
    else if (kind === 1) changed[at] = random.below(256);
    else if (kind === 2) changed = joined(changed.subarray(0, at), changed.subarray(end));
    else if (kind === 3) changed = joined(changed.subarray(0, end), changed.subarray(at));
    else changed = changed.subarray(0, end);
  }
  return changed;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '\r\n',
  'é'.repeat(100),
  '😀'.repeat(45),
  'x'.repeat(10_000),
  '"',
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '=1+1',
  '%s%n',
  '%',
  '_',
  '\\',
  'constructor',
  '__proto__',
  'NaN',
  '1e999',
  '-0',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-29T00:00:00Z',
  '٣',
  'admİn',
];
const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1,
  2,
  90,
  90.000001,
  180,
  -180,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e300,
  5e-324,
];

/** Returns a value of any kind, most of them extreme. */
function oddValue(random: Random): unknown {
  switch (random.below(7)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(NUMBERS);
    case 3:
      return Array.from({ length: random.pick([0, 1, 3, 600]) }, () => random.pick(NUMBERS));
    case 4:
      return { [random.pick(TEXTS)]: random.pick(TEXTS) };
    default:
      return random.pick(TEXTS);
  }
}

/** Returns the text with some of it changed, removed, duplicated or inserted. */
export function mutateText(random: Random, text: string): string {
  let changed = text;
  for (let times = random.below(6); times > 0; times--) {
    const at = random.below(changed.length + 1);
    const end = Math.min(changed.length, at + random.below(20));
    const kind = random.below(4);
    if (kind === 0) changed = changed.slice(0, at) + changed.slice(end);
    else if (kind === 1) changed = changed.slice(0, end) + changed.slice(at);
    else if (kind === 2) changed = changed.slice(0, at) + random.pick(TEXTS) + changed.slice(at);
    else changed = changed.slice(0, at) + String(random.pick(NUMBERS)) + changed.slice(end);
  }
  return changed;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value with a part at any depth replaced, removed or repeated. */
export function mutateJson(random: Random, value: unknown): unknown {
  if (random.chance(0.15)) return oddValue(random);
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    if (items.length === 0 || random.chance(0.2)) return [...items, ...items, oddValue(random)];
    const at = random.below(items.length);
    return items.map((item, index) => (index === at ? mutateJson(random, item) : item));
  }
  if (isRecord(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0 || random.chance(0.1)) return { ...value, [random.pick(TEXTS)]: oddValue(random) };
    const key = random.pick(keys);
    const { [key]: inside, ...rest } = value;
    return random.chance(0.15) ? rest : { ...rest, [key]: mutateJson(random, inside) };
  }
  if (typeof value === 'string') return random.chance(0.5) ? mutateText(random, value) : random.pick(TEXTS);
  if (typeof value === 'number') return random.chance(0.5) ? random.below(6) : random.pick(NUMBERS);
  return oddValue(random);
}
