import { asciiBytes } from '../tools/text.ts';

/** Encodes south, west, 40 km/h, 87°. */
export const POSITION = '20260322101530,-56.191300,-34.905500,40.0,87,12';

/** Frames constructed from the protocol, not recorded from a device. Status 3: a fix, and the ignition is on. */
export const FRAMES = {
  measured: asciiBytes(`$$STATUS,60013,${POSITION},-1,2,7472.967,3,0.00,0,0,28.4,-3.5,0,1830,41,0,0,0,0,235,142#`),
  plain: asciiBytes(`$$STATUSfleet13,${POSITION},9,2,78,5242881,0,0,0#`),
  braking: asciiBytes(`$$ALARM60013,${POSITION},-1,2,78,3,0,0,0,+,11319,0,0,0,0,0,,0,0#`),
  old: asciiBytes(`50013,${POSITION},-1,2,155135681,2,1.32,-32.1,0#`),
  alive: asciiBytes('$$hb,1#'),
};

export const SAMPLES = Object.values(FRAMES);
