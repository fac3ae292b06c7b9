import type { ByteReader } from '../tools/bytes.ts';
import { decimalIfAny } from '../tools/fields.ts';
import { percent, type Reported, readWithin } from './item-values.ts';

const MIN_COUNTRY = 200;
/** Country and network of cells take three bytes, each cell five. */
const [CELLS_HEAD, CELL_BYTES] = [3, 5];

/**
 * Item 0xeb. Some makers send the surrounding cells; others send nested items, each with the length of the rest, a
 * number of two bytes, and a value. A bit of a state is 0 when its condition holds.
 */
export function readInner(body: ByteReader, reported: Reported, length: number): void {
  const country = (body.peek() ?? 0) * 0x100 + (body.peek(1) ?? 0);
  if (country > MIN_COUNTRY && (length - CELLS_HEAD) % CELL_BYTES === 0) return;
  while (body.remaining >= 4) {
    const size = Math.min(body.u16(), body.remaining);
    if (size < 3) body.skip(size);
    else readWithin(body, size, () => readInnerItem(body, reported, size));
  }
}

const isSo = (bit: number, bits: number) => ((bits >>> bit) & 1) === 0;

/** States of item 0xc5, bits 23 and 24. */
const [MOVES, STANDS] = [0, 1];

function readInnerItem(value: ByteReader, reported: Reported, length: number): void {
  switch (value.u16()) {
    case 0x0001:
      if (length >= 4) reported.fuelLevel1 = value.u16() / 10;
      break;
    case 0x0023:
      reported.fuelLevel2 = decimalIfAny(value.text(Math.min(6, value.remaining)));
      break;
    case 0x002d:
      if (length === 4) reported.batteryV = value.u16() / 1000;
      else if (length === 6) reported.powerV = value.u32() / 1000;
      break;
    case 0x0089: {
      const bits = length >= 6 ? value.u32() : 0xffff_ffff;
      if (isSo(0, bits)) reported.alarms.push('powerCut');
      if (isSo(12, bits)) reported.alarms.push('removing');
      break;
    }
    case 0x00a8:
    case 0x00e1:
      percent(value, reported, length);
      break;
    case 0x00b2:
      if (length >= 12) reported.iccid = value.hex(10).replace(/f+$/, '');
      break;
    case 0x00c5: {
      if (length < 6) break;
      const bits = value.u32();
      if (isSo(6, bits)) reported.alarms.push('vibration');
      const state = (bits >>> 23) & 3;
      if (state === MOVES || state === STANDS) reported.motion = state === MOVES;
      break;
    }
    // The values 3 and 4 mean low and very low.
    case 0x00c6: {
      const level = value.u8();
      if (level === 3 || level === 4) reported.alarms.push('lowBattery');
      break;
    }
    case 0x00ce:
      if (length === 4) reported.powerV = value.u16() / 100;
      break;
  }
}
