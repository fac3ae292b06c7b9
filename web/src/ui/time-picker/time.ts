/** Hours 0..23, minutes and seconds 0..59. */
export interface Time {
  hour: number;
  minute: number;
  second: number;
}

export type TimePart = keyof Time;

/** The remainder of a division that is never negative. */
const wrapped = (value: number, at: number) => ((value % at) + at) % at;

/**
 * The time with one part set. Hours wrap at 24, minutes and seconds at 60 (specification, section 5); the overflow is
 * carried to the next higher part, so that a minute after 23:59 is 00:00.
 */
export function withPart(time: Time, part: TimePart, value: number): Time {
  if (part === 'hour') return { ...time, hour: wrapped(value, 24) };
  if (part === 'minute')
    return withPart({ ...time, minute: wrapped(value, 60) }, 'hour', time.hour + Math.floor(value / 60));
  return withPart({ ...time, second: wrapped(value, 60) }, 'minute', time.minute + Math.floor(value / 60));
}

/** The time moved by `step` of one part; backwards if it is negative. */
export const stepped = (time: Time, part: TimePart, step: number) => withPart(time, part, time[part] + step);

export const twoDigits = (value: number) => String(value).padStart(2, '0');
