import { degreesMinutesIfAny } from '../tools/units.ts';

/** "ddmm.mmmm" and "dddmm.mmmm", each followed by its hemisphere. */
const LAT_CHARACTERS = 9;
const LON_CHARACTERS = 10;

export interface PackedPlace {
  lat: number | undefined;
  lon: number | undefined;
  /** Its offset in the text. */
  start: number;
}

/** Finds the position within a text without separators, by its decimal points and hemispheres; or null. */
export function packedPlace(text: string): PackedPlace | null {
  for (let at = LAT_CHARACTERS; at + LON_CHARACTERS + 1 < text.length; at += 1) {
    const [side, other] = [text.charAt(at), text.charAt(at + LON_CHARACTERS + 1)];
    if ((side !== 'N' && side !== 'S') || (other !== 'E' && other !== 'W')) continue;
    if (text.charAt(at - 5) !== '.' || text.charAt(at + LON_CHARACTERS - 4) !== '.') continue;
    return {
      lat: degreesMinutesIfAny(text.slice(at - LAT_CHARACTERS, at), side),
      lon: degreesMinutesIfAny(text.slice(at + 1, at + 1 + LON_CHARACTERS), other),
      start: at - LAT_CHARACTERS,
    };
  }
  return null;
}
