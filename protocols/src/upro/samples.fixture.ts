import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';

export const message = (tail: string, maker = 'HQ', answered = 1) => asciiBytes(`*${maker}20${answered}${ID},${tail}#`);

/** Encodes 10:15:30, 34°54.3300' south, 56°11.4780' west, a fix, 22 knots, 80°, 22 March 2026. */
export const POSITION = '&A1015303454330005611478001108220326';
const CARD = '%  ^TEST^?;6000001=3001?\r\n';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  moving: message(`BA${POSITION}&B0100000000&C0000100?&F0216&R2309&V0124&T80`),
  slow: message(`AB1${POSITION}&B0400060020&M935&N17&O0700&G000125&Y12400&J010055`, 'VK', 0),
  status: message('AH&B0000000000&M940&N30&T0268', 'VK'),
  alive: message('AH', 'MG', 0),
  card: concat(asciiBytes(`*HQ200${ID},GY`), Uint8Array.of(0x40, 0x09, 0, CARD.length), asciiBytes(`${CARD}#`)),
};

export const SAMPLES = Object.values(FRAMES);
