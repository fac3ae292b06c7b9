import { concat, fromHex } from '../tools/bytes.ts';

const hex = (text: string) => fromHex(text.replaceAll(' ', '')) ?? new Uint8Array();
const ID = '0356000000000013';
/** Encodes 2026-03-22 10:15:30. */
const MOMENT = '1a03160a0f1e';

/** A frame with model, firmware, identity, time and blocks; message 24, checksum of zeros. */
export function frameOf(model: string, blocks: string): Uint8Array {
  const content = hex(`2424 ${model} 010b0000 ${ID} ${MOMENT} ${blocks} 0018 0000`);
  return concat(hex('545a'), Uint8Array.of(content.length >> 8, content.length & 0xff), content, hex('0d0a'));
}

/** 34.9055° are 20943300 ten-thousandths of a minute, 56.1913° are 33714780. */
export const OLD_POSITION = `0016 0b 013f91c4 0202725c ${MOMENT} 0870 0004b0 0a57`;

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  vehicle: frameOf('010a', `${OLD_POSITION} 0004 0110a029 0010 aa c0 01 11 18 35 0172 04d2 0001 0002 00fd`),
  passengers: frameOf(
    '010b',
    `${OLD_POSITION} 0000 0010 11 40 00 00 06 17 0171 0000 0000 0000 8000 0006 01 07 01234567 0000 0000 0000 0000 0000 0006 000005 000003`,
  ),
  newer: frameOf(
    '0153',
    `0016 0b 0c7bb1a8 14187798 ${MOMENT} 0000 0004b0 0200 0000 000d 01 c0 40 05 37 016c 04d2 0000 0000 0004 01 313233`,
  ),
  high: frameOf(
    '0413',
    `0018 05 ${MOMENT} 0c7bb1a8 14187798 000a 000c 0057 0190 0b 0000 0009 aa 20 17 37 0194 08 97 3b`,
  ),
  flat: frameOf('040a', `0013 05 ${MOMENT} fdeb6264 fca696bc 0057 00d8 0000 000e aa 10 1f 37 0064 4032 028b 08 000000`),
  cold: frameOf('0407', '0000 0000 000b 10 10 28 37 016a 0114 0255 00'),
  tags: frameOf('0406', '0000 0006 aa c0 1b 07 019b 0019 00 02 0b 06 1611 5400 0e100132ff20 06 1611 3240 0e080096ff46'),
};

export const SAMPLES = Object.values(FRAMES);
