import { BadFrame } from '../tools/bad-frame.ts';
import { degreesMinutes } from '../tools/units.ts';

/** "ddmm.mmmm" and "dddmm.mmmm", each with its side behind. */
const LAT_CHARACTERS = 9;
const LON_CHARACTERS = 10;

/** The place within a text without separators, and where it begins; found by its points and sides. Throws BadFrame. */
export function packedPlace(text: string): { lat: number; lon: number; start: number } {
  for (let at = LAT_CHARACTERS; at + LON_CHARACTERS + 1 < text.length; at += 1) {
    const [side, other] = [text.charAt(at), text.charAt(at + LON_CHARACTERS + 1)];
    if ((side !== 'N' && side !== 'S') || (other !== 'E' && other !== 'W')) continue;
    if (text.charAt(at - 5) !== '.' || text.charAt(at + LON_CHARACTERS - 4) !== '.') continue;
    return {
      lat: degreesMinutes(text.slice(at - LAT_CHARACTERS, at), side),
      lon: degreesMinutes(text.slice(at + 1, at + 1 + LON_CHARACTERS), other),
      start: at - LAT_CHARACTERS,
    };
  }
  throw new BadFrame('there is no place in it');
}
