const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Frames constructed from the manual, not recorded from a device. */
export const FRAMES = {
  /** Two records, of which the second has no position. */
  records: bytes(
    '0062000143c7b58a400d01000269bfc1420000de81e358eb31d7e8007d21fc0b00280c090505011b188601ad0120ec031d33e61e1001c528a001410001ea3c012201000000717f2e0169bfc1420000800000008000000000000000000000000700000000a448',
  ),
  /** Two related records, with two-byte numbers. */
  wide: bytes(
    '0068000143c7b58a400d44000269bfc142001000de81e358eb31d7e8007d21fc0b00280c00090200fb01019a0100000069bfc142001100de81e358eb31d7e8007d21fc0b00280c000901005801000100be0000000102007e5559303030303030007f313300000000000040df',
  ),
  troubles: bytes('001d000143c7b58a400d09010069bfc142de81e358eb31d7e8025030333031b8d3'),
  identification: bytes('000a000143c7b58a400d0f005ed7'),
  heartbeat: bytes('0009000143c7b58a400d10daea'),
  answer: bytes('0015000143c7b58a400d07636f6f7264733a206f6b0d0aa6ba'),
};
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES);
