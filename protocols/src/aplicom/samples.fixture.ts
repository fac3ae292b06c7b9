/** A frame around its content, by IMEI, with a selector. */
export function frame(type: 'D' | 'E' | 'H', selector: string, content: string): Uint8Array {
  const length = (content.length / 2).toString(16).padStart(4, '0');
  const head = `${Buffer.from(type).toString('hex')}c3IMEI${length}${selector}`;
  const imei = (356_000_000_000_013).toString(16).padStart(14, '0');
  return Uint8Array.from(Buffer.from(`${head.replace('IMEI', imei)}${content}`, 'hex'));
}

/** Encodes 2026-03-22 10:15:30 as seconds, -34.9055 and -56.1913 degrees. */
export const MOMENT = Math.trunc(Date.UTC(2026, 2, 22, 10, 15, 30) / 1000).toString(16);
export const POSITION = `${MOMENT}fdeb6264fca696bc`;

const CARD = `0112${Buffer.from('1031719409000001').toString('hex')}00000000`;

/** Frames constructed from the maker's protocol, not recorded from a device. */
export const FRAMES = {
  place: frame('D', '00b45f', `7700f0${MOMENT}${POSITION}0c28322c83387c0fe60001000a2634`),
  full: frame(
    'D',
    '031bff',
    `7191f0${MOMENT}${POSITION}062832` +
      '2c' +
      '870ce30f010ce30ce3' +
      '003200001520' +
      '000000030aa2' +
      '00003b13' +
      '00000032' +
      '03' +
      '00000bcb17ac' +
      '0099' +
      '0001',
  ),
  never: frame('D', '00001f', `7700005b7d3bdd${'00'.repeat(13)}000000`),
  tachograph: frame(
    'E',
    '01ffff',
    `6d000104${MOMENT}d0340a0616207d7f` +
      '4b50c0' +
      'c0' +
      '19e6' +
      '000039d7' +
      '000000c8' +
      '1f40' +
      '2ee0' +
      '5001' +
      Buffer.from('WDB906605S1234567').toString('hex') +
      `0001${Buffer.from('ABC-345      ').toString('hex')}00` +
      CARD +
      '00'.repeat(22) +
      `01${CARD}0000005a`,
  ),
  other: frame('H', '000000', '0102'),
};

export const SAMPLES = Object.values(FRAMES);
