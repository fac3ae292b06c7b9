import { exclusiveOr, twoHexDigits } from '../tools/sums.ts';
import { asciiBytes } from '../tools/text.ts';

/** A line around its fields, with its checksum. */
export const line = (content: string) => {
  const counted = `$$CLIENT_1ZF,${content},`;
  return asciiBytes(`${counted}*${twoHexDigits(exclusiveOr(asciiBytes(counted)))}\r\n`);
};

const zeros = (count: number) => Array.from({ length: count }, () => '0');
const PLACE = '-34.905500,-56.191300,260322101530';

/** Fields from the signal on: zeros except for the given ones, by their number from the start of the line. */
export const tail = (count: number, byField: Readonly<Record<number, string | number>>) => {
  const fields = zeros(count - 7);
  for (const [field, value] of Object.entries(byField)) fields[Number(field) - 7] = String(value);
  return fields.join(',');
};

export const position = (count: number, byField: Readonly<Record<number, string | number>>, event = 1, state = 'A') =>
  line(`170222013,${event},${PLACE},${state},${tail(count, byField)}`);

const COMMON = { 7: 19, 8: 42, 9: 244_991 };

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  connected: line('170222013,15,2_00AP,192.0.2.7,5089,internet,T1:10 S,T2:1 M,Ad1:1,Ad2:2,TOF:0 S,,OSC:75 KM,GPS:YES'),
  // Field 10 contains 87°; then follow satellites, HDOP, an analogue input, inputs, supply (not read), ignition, an
  // output.
  long: position(50, { ...COMMON, 10: 87, 11: 10, 12: '0.860000', 15: 6000, 16: 1, 23: 1, 27: 1, 40: 1 }),
  alarms: position(50, { ...COMMON, 10: 87, 11: 10, 12: 1, 18: 1, 34: 1, 42: 1, 43: 1 }, 101),
  // The bits 0011 stand for the third step of 45°.
  short: position(44, { ...COMMON, 12: 0, 19: 1, 20: 1, 22: 1, 42: 1, 43: 1 }),
  blind: position(44, { ...COMMON, 9: -65_025 }, 3, 'V'),
  diagnosis: position(58, { ...COMMON, 10: 140, 22: 1, 52: 'P(01:410104000102|05:410521)', 53: 'D(P0121|B2105)' }),
  passedOn: line(`170222013,20,${PLACE},A,4,04617037`),
};

export const SAMPLES = Object.values(FRAMES);
