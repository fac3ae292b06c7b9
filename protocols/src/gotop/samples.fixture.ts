import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const PLACE = 'A,DATE:260322,TIME:101530,LAT:34.9055000S,LON:056.1913000W,Speed:040.0';

/** Frames constructed from the maker's description, not recorded from a device. */
export const FRAMES = {
  alive: asciiBytes(`${ID},CMD-X#`),
  place: asciiBytes(`${ID},CMD-T,${PLACE},095-70,59.5,00.90,502~16~513770~421~3150~-98,>#`),
  fence: asciiBytes(`${ID},ALM-B1-1,${PLACE},100-22,03.72#`),
  old: asciiBytes(`${ID},CMD-T,V,260322,101530,34.9055000S,056.1913000W,Speed:040.0,90-24,1.3,10,10,65501-0371-170D#`),
  switches: asciiBytes(`${ID},CMD-KEY,${PLACE.replace('LON', 'LOT')},X-X-X-X-81-26,000,65501-00A0-4B8E#`),
};

export const SAMPLES = Object.values(FRAMES);
