import readExif from 'exif-reader';

/** The metadata that a camera wrote into a picture. */
export interface CameraNotes {
  /** A moment or, when the camera did not record its UTC offset, the time of its clock: `2026-01-31T10:42:00`. */
  taken: { at: Date } | { clock: string } | null;
  place: { lat: number; lon: number } | null;
}

const EMPTY_NOTES: CameraNotes = { taken: null, place: null };

/** Reads the EXIF block of a picture (Exif 2.32, CIPA DC-008); missing or invalid values are null. */
export function cameraNotes(exif: Buffer | undefined): CameraNotes {
  if (!exif) return EMPTY_NOTES;
  try {
    const { GPSInfo, Photo } = readExif(exif);
    const place = GPSInfo ? placeOf(GPSInfo) : null;
    // The satellites' time is UTC; the camera's clock is as it was set.
    const taken = (GPSInfo && satelliteTime(GPSInfo)) ?? clockTime(Photo?.DateTimeOriginal, Photo?.OffsetTimeOriginal);
    return { taken, place };
  } catch {
    return EMPTY_NOTES;
  }
}

type Gps = NonNullable<ReturnType<typeof readExif>['GPSInfo']>;

function placeOf({ GPSLatitude, GPSLatitudeRef, GPSLongitude, GPSLongitudeRef }: Gps): CameraNotes['place'] {
  const lat = degrees(GPSLatitude, GPSLatitudeRef === 'S');
  const lon = degrees(GPSLongitude, GPSLongitudeRef === 'W');
  if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) return null;
  // Cameras without a fix write zeros.
  return lat === 0 && lon === 0 ? null : { lat, lon };
}

function degrees(parts: unknown, negative: boolean): number | null {
  if (!isNumbers(parts)) return null;
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts;
  const value = whole + minutes / 60 + seconds / 3600;
  if (!Number.isFinite(value)) return null;
  return negative ? -value : value;
}

function satelliteTime({ GPSDateStamp, GPSTimeStamp }: Gps): CameraNotes['taken'] {
  const day = /^(\d{4}):(\d\d):(\d\d)/.exec(String(GPSDateStamp));
  if (!day || !isNumbers(GPSTimeStamp) || GPSTimeStamp.length !== 3) return null;
  const [hours = 0, minutes = 0, seconds = 0] = GPSTimeStamp;
  const at = new Date(
    Date.parse(`${day[1]}-${day[2]}-${day[3]}T00:00:00Z`) + (hours * 3600 + minutes * 60 + seconds) * 1000,
  );
  return isMoment(at) ? { at } : null;
}

/** @param read the time, for which the reader assumes that the camera's clock is UTC */
function clockTime(read: unknown, offset: unknown): CameraNotes['taken'] {
  if (!(read instanceof Date) || !isMoment(read)) return null;
  const clock = read.toISOString().slice(0, 19);
  const at = new Date(`${clock}${String(offset).replaceAll('\0', '').trim()}`);
  return typeof offset === 'string' && /^[+-]\d\d:\d\d/.test(offset) && isMoment(at) ? { at } : { clock };
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'number');

/** Digital cameras are younger, and a clock that was never set shows 1970 or 1980. */
const isMoment = (at: Date) => at.getTime() > Date.UTC(1990, 0) && at.getTime() < Date.UTC(2200, 0);
