import {
  type Arbitrary,
  array,
  bigInt,
  boolean,
  constant,
  constantFrom,
  infiniteStream,
  integer,
  letrec,
  nat,
  oneof,
  option,
  record,
  string,
  stringMatching,
  tuple,
  uniqueArray,
} from 'fast-check';
import type { PositionColumns, StatusReportColumns } from './chunk-columns.ts';
import { jsonTableOf } from './json-table.ts';

/** Microseconds between the Unix epoch and PostgreSQL's, 2000-01-01. */
const EPOCH_MICROS = 946_684_800_000_000n;
const [MIN_INTEGER, MAX_INTEGER] = [-(2n ** 63n), 2n ** 63n - 1n];
/** From 4714 BC to 294276 AD, PostgreSQL's limits. */
const [EARLIEST, LATEST] = [-211_813_488_000_000_000n, 9_223_371_331_199_999_999n];
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** A column: the same value again and again, steps from one to the next, or anything. */
const column = (min: bigint, max: bigint, length: number): Arbitrary<bigint[]> => {
  const clamp = (value: bigint) => (value < min ? min : value > max ? max : value);
  const steps = array(bigInt({ min: -1000n, max: 1000n }), { minLength: length, maxLength: length });
  return oneof(
    bigInt({ min, max }).map((value) => Array.from({ length }, () => value)),
    tuple(bigInt({ min, max }), constantFrom(1n, 10n, 1000n, 1_000_000n), steps).map(([first, step, by]) => {
      let value = first;
      return by.map((each) => (value = clamp(value + each * step)));
    }),
    array(oneof(constantFrom(min, max, clamp(0n)), bigInt({ min, max })), {
      minLength: length,
      maxLength: length,
    }),
  );
};

/** None, some or all of them null. */
const nullable = (values: Arbitrary<bigint[]>): Arbitrary<(bigint | null)[]> =>
  tuple(values, constantFrom('none', 'some', 'all'), infiniteStream(boolean())).map(([present, nulls, random]) =>
    present.map((value) => (nulls === 'all' || (nulls === 'some' && random.next().value) ? null : value)),
  );

const int2 = [-32_768n, 32_767n] as const;
const int4 = [-2_147_483_648n, 2_147_483_647n] as const;
const [RECENT, NEXT_DAY] = [1_790_000_000_000_000n - EPOCH_MICROS, 1_790_086_400_000_000n - EPOCH_MICROS];
/** Times of a recent day, or any that PostgreSQL has. */
const time = (length: number): Arbitrary<bigint[]> =>
  oneof(
    column(RECENT, NEXT_DAY, length),
    column(EARLIEST, LATEST, length).map((times) =>
      times.map((at) => (at === LATEST ? MAX_INTEGER : at === EARLIEST ? MIN_INTEGER : at)),
    ),
  );

const numbers = (values: readonly (bigint | null)[]) =>
  Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value)));

/** A column of 64 bits: rounded, with the exact values if that loses any. */
function int64s(values: readonly (bigint | null)[], shift: bigint) {
  const rounded = Float64Array.from(values, (value) => {
    if (value === null) return Number.NaN;
    if (shift > 0n && (value === MIN_INTEGER || value === MAX_INTEGER))
      return value === MIN_INTEGER ? -Infinity : Infinity;
    return Number(value) + Number(shift);
  });
  const isExact = values.every((value) => value === null || (value + shift <= EXACT && value + shift >= -EXACT));
  return { rounded, wide: isExact ? undefined : BigInt64Array.from(values, (value) => value ?? 0n) };
}

const digits = oneof(integer({ min: 0, max: 99_999 }).map(String), bigInt({ min: 0n, max: 10n ** 40n }).map(String));
/** A number as PostgreSQL writes it: with all its digits, zeros at the end too, and without an exponent. */
const numberText = tuple(boolean(), digits, option(stringMatching(/^[0-9]{1,20}$/))).map(
  ([isNegative, whole, decimals]) => {
    const text = decimals === null ? whole : `${whole}.${decimals}`;
    return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
  },
);
const name = oneof(
  constantFrom(
    'fuelL',
    'alarm',
    'io239',
    'archived',
    '__proto__',
    'toString',
    '',
    'a: "b',
    '", "',
    '\\',
    'é',
    '\u{1F69A}',
    '\u007f',
  ),
  string({ unit: 'grapheme', maxLength: 6 }),
);
const storable = (text: string) => JSON.stringify(text.replaceAll('\0', ''));
const { value: jsonText } = letrec<{ value: string; object: string }>((tie) => ({
  value: oneof(
    { depthSize: 'small' },
    numberText,
    constantFrom('true', 'false', 'null', '[]', '{}', '0', '1.0', '-0.50', `1${'0'.repeat(400)}`),
    string({ unit: 'grapheme', maxLength: 8 }).map(storable),
    array(tie('value'), { maxLength: 3 }).map((each) => `[${each.join(', ')}]`),
    tie('object'),
  ),
  object: uniqueArray(tuple(name, tie('value')), { maxLength: 5, selector: ([key]) => storable(key) }).map((entries) =>
    objectText(entries),
  ),
}));

/** Shorter names first, as in `jsonb`. */
function objectText(entries: readonly (readonly [string, string])[]): string {
  const sorted = entries.toSorted(([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || (a < b ? -1 : 1));
  return `{${sorted.map(([key, value]) => `${storable(key)}: ${value}`).join(', ')}}`;
}

/** What a device reports: few names, of which most rows have most. */
const usualText = record(
  {
    fuelL: integer({ min: 0, max: 999 }).map((tenths) => String(tenths / 10)),
    input2: constantFrom('true', 'false'),
    driverTag: constantFrom('"A1"', '"B2"'),
    io239: oneof(constantFrom('0', '1'), numberText),
  },
  { requiredKeys: ['fuelL'] },
).map((attributes) =>
  objectText(
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  ),
);
const texts = (isNullable: boolean, length: number) =>
  array(oneof(usualText, usualText, jsonText, ...(isNullable ? [constant(null)] : [])), {
    minLength: length,
    maxLength: length,
  });

/** The texts of `attributes` besides the columns. */
interface Rows<Columns> {
  columns: Columns;
  texts: (string | null)[];
}

export const anyPositions: Arbitrary<Rows<PositionColumns>> = nat({ max: 12 }).chain((length) =>
  record({
    fixTime: time(length),
    reportHash: column(...int4, length),
    receivedAt: time(length),
    lat: column(...int4, length),
    lon: column(...int4, length),
    speedDkph: column(...int2, length),
    courseDeg: column(...int2, length),
    flags: column(...int2, length),
    altitudeM: nullable(column(...int2, length)),
    satellites: nullable(column(...int2, length)),
    batteryPercent: nullable(column(...int2, length)),
    powerMv: nullable(column(...int4, length)),
    rssi: nullable(column(...int2, length)),
    odometerM: nullable(column(MIN_INTEGER, MAX_INTEGER, length)),
    roadLimitKph: nullable(column(...int2, length)),
    texts: texts(true, length),
  }).map((rows) => {
    const [fixTime, receivedAt] = [int64s(rows.fixTime, EPOCH_MICROS), int64s(rows.receivedAt, EPOCH_MICROS)];
    const odometerM = int64s(rows.odometerM, 0n);
    return {
      texts: rows.texts,
      columns: {
        fixTime: fixTime.rounded,
        reportHash: Int32Array.from(rows.reportHash, Number),
        receivedAt: receivedAt.rounded,
        lat: Int32Array.from(rows.lat, Number),
        lon: Int32Array.from(rows.lon, Number),
        speedDkph: Int16Array.from(rows.speedDkph, Number),
        courseDeg: Int16Array.from(rows.courseDeg, Number),
        flags: Int16Array.from(rows.flags, Number),
        altitudeM: numbers(rows.altitudeM),
        satellites: numbers(rows.satellites),
        batteryPercent: numbers(rows.batteryPercent),
        powerMv: numbers(rows.powerMv),
        rssi: numbers(rows.rssi),
        odometerM: odometerM.rounded,
        roadLimitKph: numbers(rows.roadLimitKph),
        attributes: jsonTableOf(rows.texts),
        wide: { fixTime: fixTime.wide, receivedAt: receivedAt.wide, odometerM: odometerM.wide },
      },
    };
  }),
);

export const anyStatusReports: Arbitrary<Rows<StatusReportColumns>> = nat({ max: 12 }).chain((length) =>
  record({
    reportedAt: time(length),
    reportHash: column(...int4, length),
    receivedAt: time(length),
    lat: nullable(column(...int4, length)),
    lon: nullable(column(...int4, length)),
    deviceClock: nullable(time(length)),
    texts: texts(false, length),
  }).map((rows) => {
    const [reportedAt, receivedAt] = [int64s(rows.reportedAt, EPOCH_MICROS), int64s(rows.receivedAt, EPOCH_MICROS)];
    const deviceClock = int64s(rows.deviceClock, EPOCH_MICROS);
    return {
      texts: rows.texts,
      columns: {
        reportedAt: reportedAt.rounded,
        reportHash: Int32Array.from(rows.reportHash, Number),
        receivedAt: receivedAt.rounded,
        lat: numbers(rows.lat),
        lon: numbers(rows.lon),
        deviceClock: deviceClock.rounded,
        attributes: jsonTableOf(rows.texts),
        wide: { reportedAt: reportedAt.wide, receivedAt: receivedAt.wide, deviceClock: deviceClock.wide },
      },
    };
  }),
);
