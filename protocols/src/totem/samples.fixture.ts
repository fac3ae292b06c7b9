import { asciiBytes } from '../tools/text.ts';

const IMEI = '356000000000013';

/** A frame of newer devices: its length of four digits, and a checksum that is not verified. */
export const newerFrame = (type: string, content: string): Uint8Array =>
  asciiBytes(`$$${String(content.length + 26).padStart(4, '0')}${type}${IMEI}|${content}5A`);

/** A frame of older devices: its length of two digits. */
export const olderFrame = (content: string): Uint8Array =>
  asciiBytes(`$$${(content.length + 24).toString(16).toUpperCase()}${IMEI}|${content}5A5A`);

/** Encodes satellites, signal, course, km/h, accuracy, kilometres, position, serial number. */
export const MOTION = '112108704001.200001253454.3300S05611.4780W0042';
const RECEIVER = '$GPRMC,101530.000,A,3454.3300,S,05611.4780,W,21.60,87.0,220326,,,A*75';

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  /** State 5000C000: ignition, charging, position of satellites; 4.1 V, 12 V, an input, the cell. */
  plain: newerFrame('AA', `5000C0002603221015304112057728A058AE${MOTION}`),
  /** With two thermometers; a different bit marks a position by satellites. */
  warm: newerFrame('02', `50001000260322101530411205770250025028A058AE${MOTION}`),
  /** The battery in three digits. */
  short: newerFrame('AA', `0804C000260322101530404000028A058AE${MOTION}`),
  card: newerFrame('E2', '260322101530,-56.1913,-34.9055,1122334455|'),
  engine: newerFrame('E5', '260322101530,-56.1913,-34.9055,$Cloud2,125500,91,7,13250,1300,41,9,35,88,30,45,12,64,|'),
  sentence: olderFrame(
    `01${RECEIVER}|02.3|01.3|02.0|000001000000|20260322101530|14121325|00000000|0DACA029|0000|125.5|0001|`,
  ),
  separated: olderFrame(
    '11220326101530|A|3454.3300|S|05611.4780|W|21.60|087|1.30|000000001010|14112|00000000|0DACA029|00000000|125.5000|0014|',
  ),
  packed: olderFrame('302203261015308000141120000000000000019BD508A1108702103.400001253454.3300S05611.4780W0014'),
};
/** A newer device comes last: only those accept commands. */
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES).toReversed();
