/** The factory default password. */
const PASSWORD = '000000';

/** Among the outputs A, B and C (pins 5, 7 and 8), the manual connects the relay to C. */
export const RELAY = 3;

/** 025: switches an output. */
export const switchOutput = (number: number, on: boolean): string =>
  `${PASSWORD},025,${'ABC'.charAt(number - 1)},${on ? 1 : 0}`;

/** 012: requests the position. */
export const LOCATE = `${PASSWORD},012`;
