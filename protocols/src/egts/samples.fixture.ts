const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Frames constructed from the standard, not recorded from a device. */
export const FRAMES = {
  /** A login with number 1013 and the IMEI, in the authentication service. */
  login: bytes('0100000b001e000700010c17000100800101011400f503000002333536303030303030303030303133345f'),
  /** A position followed by all optional fields. */
  position: bytes(
    '0100000b005e000800017c4f00020085f50300004286821e02021018004286821ed0684963c3a0ea4ff1900157e70400050d0c00001104000a5a000b12070001020281e80300140500027d002904130400047011011b0700200000c70100001b0700010000af0f0000a78f',
  ),
  /** Two positions in one record, from memory. */
  backlog: bytes(
    '0100000b003e00090001033300030081f503000002021018000686821ed0684963c3a0ea4fe995c12ce2040000000500001015002486821ed0684963c3a0ea4f689a812de4040000059118',
  ),
  /** A message without a position: state and loops. */
  status: bytes('0100000b001d000a0001750e00040085f50300004286821e0202150500025c0000001603000b2104d07d'),
  /** The device's response to the server's packet. */
  response: bytes('0100000b001000030000a2010000060009008001010003000000005099'),
};
export const SAMPLES: readonly Uint8Array[] = Object.values(FRAMES);

/** A packet of a server that forwards the data of two devices. */
export const SEVERAL = bytes(
  '0100000b0046000b0001f41800050081f503000002021015004286821ed0684963c3a0ea4f6100000000000000001800060081f603000002021015004286821ed0684963c3a0ea4f6100000000000000009d04',
);
