import { packet as admPacket } from './adm/samples.fixture.ts';
import { frame as bceFrame, part as bcePart } from './bce/samples.fixture.ts';
import { buildPackage } from './eelink/eelink.ts';
import { buildPacket as buildEgts, buildRecord, PACKET } from './egts/packet.ts';
import { frame as gatorFrame } from './gator/samples.fixture.ts';
import { buildFrame } from './gt06/frame.ts';
import { frame as fifotrackFrame } from './fifotrack/samples.fixture.ts';
import { seal } from './huasheng/frame.ts';
import { frame as khdFrame } from './khd/samples.fixture.ts';
import { buildPacket } from './jt808/frame.ts';
import { packet } from './meiligao/samples.fixture.ts';
import { message as minifinder2Message } from './minifinder2/samples.fixture.ts';
import { report } from './mictrack/samples.fixture.ts';
import { message as mobilogixMessage } from './mobilogix/samples.fixture.ts';
import { frame as mxtFrame } from './mxt/samples.fixture.ts';
import { HEAD, message as pstMessage } from './pst/samples.fixture.ts';
import { comma } from './pt60/samples.fixture.ts';
import { message as snapperMessage } from './snapper/samples.fixture.ts';
import { message as uproMessage } from './upro/samples.fixture.ts';
import { sealPacket } from './navis/packet.ts';
import { frame as t800xFrame } from './t800x/samples.fixture.ts';
import { crc16Kermit } from './tools/crc16.ts';
import { asciiBytes } from './tools/text.ts';
import { frame as xexun2Frame } from './xexun2/samples.fixture.ts';
import { frame as vt200Frame } from './vt200/samples.fixture.ts';
import { newerFrame as totemFrame } from './totem/samples.fixture.ts';

/** Length, the identity 356000000000013 in eight bytes, command, two bytes of content, checksum. */
function ruptelaPacket(command: number): Uint8Array {
  const bytes = Buffer.alloc(15);
  bytes.writeUInt16BE(11);
  bytes.writeBigUInt64BE(356_000_000_000_013n, 2);
  bytes.set([command, 1, 2], 10);
  bytes.writeUInt16BE(crc16Kermit(bytes, 2, 13), 13);
  return bytes;
}

/**
 * For each protocol a message of an undefined type, otherwise as a device sends it, and the type's name. `null`: the
 * format has no types, and a message that does not match it is a fault.
 */
export const UNKNOWN_TYPES: Readonly<Record<string, readonly [frame: Uint8Array, type: string | null]>> = {
  adm: [admPacket('02 0102'), '0x02'],
  // A package with one packet of type 0x5a, from 22 March 2026, whose checksum covers its time and content.
  arnavi: [Uint8Array.of(0x5b, 10, 0x5a, 2, 0, 0x42, 0xc1, 0xbf, 0x69, 1, 2, 0x2e, 0x5d), '0x5a'],
  bce: [bceFrame(bcePart(0x5a, 7, Uint8Array.of(1, 2, 3))), '0x5a'],
  // A record of positions with a part of type 90.
  egts: [buildEgts(PACKET.data, 7, buildRecord(1, 2, [[0x5a, Uint8Array.of(1, 2)]])), '0x5a'],
  eelink: [buildPackage(0x5a, 7, Uint8Array.of(1, 2, 3, 4)), '0x5a'],
  fifotrack: [fifotrackFrame('A77,1,2,3'), 'A77'],
  gator: [gatorFrame(0x5a, '0102'), '0x5a'],
  gps103: [asciiBytes('imei:356000000000013,zz,260322071530,,X;'), 'zz'],
  gt06: [buildFrame(0x5a, Uint8Array.of(1, 2, 3, 4), 7), '0x5a'],
  h02: [asciiBytes('*HQ,8168000001,Q9,101530,1,2,3#'), 'Q9'],
  huasheng: [seal(0xaa5a, 7, [1, 2, 3, 4]), '0xaa5a'],
  its: [asciiBytes('$,XYZ,MAKER,356000000000013,1,2,3,*'), 'XYZ'],
  jt600: [asciiBytes('(7560010013,WLNET,9,2,1,1,x)'), 'WLNET,9'],
  jt808: [buildPacket(0x0f12, { phone: '013356000013', version: null }, 7, [1, 2, 3, 4]), '0x0f12'],
  khd: [khdFrame(0x5a, '1f9e9d2d 0102'), '0x5a'],
  meiligao: [packet(0x9a5a, 'x'), '0x9a5a'],
  mictrack: [report('R9', '1+2'), 'R9'],
  minifinder2: [minifinder2Message('5a 01 02'), '0x5a'],
  mobilogix: [mobilogixMessage('T77', 'x,1'), 'T77'],
  mxt: [mxtFrame('0102', '5a'), '0x5a'],
  navis: [sealPacket({ receiver: 1, sender: 123 }, asciiBytes('*>Q123')), '*>Q'],
  pst: [pstMessage(`${HEAD} 5a 0102`), '0x5a'],
  pt60: [comma(77, '20260322101530,1,'), '77'],
  ruptela: [ruptelaPacket(0x5a), '0x5a'],
  rst: [asciiBytes('RST;A;RST-MINIv2;V7.04;004500013;9;250;1;2;FIM;'), '250'],
  snapper: [snapperMessage(0x5a, Uint8Array.of(1, 2)), '0x5a'],
  suntech: [asciiBytes('XYZ;0820012345;1;2;3\r'), 'XYZ'],
  t800x: [t800xFrame('2525', '5a', '0001', '0102'), '0x5a'],
  tk103: [asciiBytes('(356000000013QZ99hello)'), 'QZ99'],
  topin: [Uint8Array.of(0x78, 0x78, 1, 0x5a, 0x0d, 0x0a), '0x5a'],
  totem: [totemFrame('Q9', 'x,1,2,3'), 'Q9'],
  upro: [uproMessage('ZZ&?12'), 'ZZ'],
  vt200: [vt200Frame('5a5a', '0102'), '0x5a5a'],
  wialon: [asciiBytes('#QX#1;2;3\r\n'), 'QX'],
  xexun2: [xexun2Frame('005a', '0102'), '0x5a'],
  xexun: [asciiBytes('260322101530,13300001111,GPGGA,imei:356000000000013\n'), null],
};

/** Protocols that answer unknown messages with an explicit refusal. */
export const REFUSE_UNKNOWN: ReadonlySet<string> = new Set(['jt808']);
