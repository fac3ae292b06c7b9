import { NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 2048;

const START = 0x78;
const [RETURN, LINE_FEED] = [0x0d, 0x0a];
const isStart = (byte: number) => byte === START;

export const TYPE = {
  login: 0x01,
  /** Without content it is a heartbeat, with content a position in degrees. */
  alive: 0x08,
  storedDegrees: 0x09,
  place: 0x10,
  storedPlace: 0x11,
  status: 0x13,
  sleep: 0x14,
  reset: 0x15,
  storedNetworks: 0x17,
  cells: 0x18,
  storedCells: 0x19,
  moreCells: 0x1a,
  clock: 0x30,
  sosNumber: 0x41,
  networks: 0x69,
  watchesShocks: 0x92,
  watchesNoShocks: 0x93,
  shock: 0x94,
  sos: 0x99,
} as const;

/** All types with networks and cells. */
export const NETWORK_TYPES: ReadonlySet<number> = new Set([
  TYPE.networks,
  TYPE.storedNetworks,
  TYPE.cells,
  TYPE.storedCells,
  TYPE.moreCells,
]);

/** The least length of each type, including both marks. */
const MIN_BYTES: Readonly<Record<number, number>> = {
  [TYPE.login]: 15,
  [TYPE.place]: 24,
  [TYPE.storedPlace]: 24,
  [TYPE.status]: 11,
};
const [SHORTEST, NETWORK_BYTES, CELL_BYTES, HEAD_BYTES, OPERATOR_BYTES] = [6, 7, 5, 10, 3];

const ends = (bytes: Uint8Array, at: number) => bytes[at - 2] === RETURN && bytes[at - 1] === LINE_FEED;
/** True when the stream ends or another frame begins at `at`. */
const begins = (bytes: Uint8Array, at: number, end: number) =>
  at >= end || (bytes[at] === START && (at + 1 >= end || bytes[at + 1] === START));

/** Networks and cells contain their count; all other types extend to the end mark after their minimum length. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== START || (at + 1 < end && bytes[at + 1] !== START)) return untilStart(bytes, at, end, isStart);
  if (end - at < SHORTEST) return NEEDS_MORE_BYTES;
  const type = bytes[at + 3] ?? 0;
  if (NETWORK_TYPES.has(type)) {
    const cells = at + HEAD_BYTES + NETWORK_BYTES * (bytes[at + 2] ?? 0);
    if (cells >= end) return NEEDS_MORE_BYTES;
    const close = cells + 1 + OPERATOR_BYTES + CELL_BYTES * (bytes[cells] ?? 0);
    // Some send the reason of the report after the cells.
    for (const next of [close + 2, close + 3]) if (next <= end && ends(bytes, next)) return next - at;
    return close + 3 > end ? NEEDS_MORE_BYTES : -2;
  }
  for (let next = at + (MIN_BYTES[type] ?? SHORTEST); next <= end; next += 1) {
    if (ends(bytes, next) && begins(bytes, next, end)) return next - at;
  }
  return NEEDS_MORE_BYTES;
}

export const newTopinFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
