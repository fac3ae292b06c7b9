import type { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { moment } from './moment.ts';

/** Models of vehicle trackers; of cargo trackers with and without altitude. */
const [OLD_MODELS, HIGH, FLAT] = [[0x10a, 0x10b], 0x413, 0x40a];
/**
 * Ten-thousandths of a minute in old models, hundred-thousandths in new ones, millionths of a degree in those without
 * altitude.
 */
const [OLD_DEGREE, DEGREE, FLAT_DEGREE] = [600_000, 6_000_000, 1_000_000];
/** Bits of the word of the course. */
const [WEST, NORTH, FIX] = [9, 10, 11];
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;
const FLAT_BYTES = 19;
const BYTES = 22;

type Place = Pick<Message, 'deviceTime' | 'fix' | 'coordinates'>;

/** Null if the block has no position; without a fix if its time or coordinates are impossible. */
export function place(reader: ByteReader, model: number, attributes: Attributes): Place | null {
  if (model === FLAT) return reader.remaining < FLAT_BYTES ? null : flat(reader);
  if (reader.remaining < BYTES) return null;
  return model === HIGH ? high(reader, attributes) : vehicle(reader, model, attributes);
}

/** State bits of models without altitude: north, west. Some send signed numbers instead. */
const [FLAT_NORTH, FLAT_WEST] = [0, 1];

/**
 * Reads these fields in order: the hemispheres, timestamp, latitude, longitude, course, tenths of a knot. Without a fix
 * the block is missing, or all zeros.
 */
function flat(reader: ByteReader): Place {
  const state = reader.u8();
  const time = timeIfAny(() => moment(reader));
  const [latitude, longitude] = [reader.i32() / FLAT_DEGREE, reader.i32() / FLAT_DEGREE];
  const lat = has(state, FLAT_NORTH) ? latitude : -Math.abs(latitude);
  const lon = has(state, FLAT_WEST) ? -Math.abs(longitude) : longitude;
  const [courseDeg, knots] = [reader.u16(), reader.u16() / 10];
  return timedWithZeros(time, {
    valid: latitude !== 0 || longitude !== 0,
    lat,
    lon,
    courseDeg,
    speedKph: knots * KNOT_KPH,
  });
}

/**
 * Reads these fields in order: state of the receiver, timestamp, latitude, longitude, tenths of HDOP, metres, course,
 * tenths of km/h, satellites.
 */
function high(reader: ByteReader, attributes: Attributes): Place {
  const state = reader.u8();
  const time = timeIfAny(() => moment(reader));
  const [lat, lon] = [reader.i32() / DEGREE, reader.i32() / DEGREE];
  attributes.hdop = reader.u16() / 10;
  const [altitudeM, courseDeg, speedKph] = [reader.i16(), reader.u16(), reader.u16() / 10];
  attributes.satellites = reader.u8();
  return timedWithZeros(time, { valid: state !== 0, lat, lon, altitudeM, courseDeg, speedKph });
}

/**
 * Reads these fields in order: satellites, latitude, longitude, timestamp, hundredths of a knot, metres driven, a word
 * of hemispheres, fix and course.
 */
function vehicle(reader: ByteReader, model: number, attributes: Attributes): Place {
  attributes.satellites = reader.u8();
  const perDegree = OLD_MODELS.includes(model) ? OLD_DEGREE : DEGREE;
  const [lat, lon] = [reader.u32() / perDegree, reader.u32() / perDegree];
  const time = timeIfAny(() => moment(reader));
  const speedKph = (reader.u16() / 100) * KNOT_KPH;
  attributes.odometerM = reader.u24();
  const flags = reader.u16();
  return timedWithZeros(time, {
    valid: has(flags, FIX),
    lat: has(flags, NORTH) ? lat : -lat,
    lon: has(flags, WEST) ? -lon : lon,
    speedKph,
    courseDeg: flags & 0x1ff,
  });
}
