/**
 * The calling codes of one and two digits; every other one has three (ITU-T E.164, list of assigned country codes).
 */
const SHORT = new Set(
  `1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86
  90 91 92 93 94 95 98`.split(/\s+/),
);

/** The number of digits of the calling code in an international number without a prefix. */
export const callingCodeLength = (digits: string): number =>
  [1, 2].find((length) => SHORT.has(digits.slice(0, length))) ?? 3;
