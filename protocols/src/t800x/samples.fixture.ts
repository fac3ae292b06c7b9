import { fromHex } from '../tools/bytes.ts';

/** Builds a message: start, type, its length, serial number, identity 356000000000013, content in hex. */
export function frame(family: string, type: string, serial: string, content = ''): Uint8Array {
  const tail = content.replaceAll(' ', '');
  const length = (15 + tail.length / 2).toString(16).padStart(4, '0');
  return fromHex(`${family}${type}${length}${serial}0356000000000013${tail}`) ?? new Uint8Array();
}

const TIME = '260322101530';
/** Encodes 12 m, -56.1913, -34.9055. */
const POINT = '00004041 e4c360c2 3b9f0bc2';
const WHERE = `${TIME} ${POINT} 0400 0057`;
const INTERVALS = '003c 0384 23 07d0';
/** No cells: sixteen bytes. */
const CELLS = 'ffff'.repeat(8);
/** Encodes acceleration, 90%, -5 °C, light, 3.9 V, 4.5 V of the panel, 125,037 m, ignition and signal 24, settings. */
const DEVICE = '0000000009 90 85 10 39 45 0001e86d 0184 012c 0000a8c0 00 0000 1e';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: frame('2525', '01', '0405', '111111250350'),
  heartbeat: frame('2323', '03', '0000'),
  report: frame(
    '2525',
    '02',
    '0001',
    `${INTERVALS} 0018 4b 00 00 01 00 0000 7880 0555 ffff 00 00 0001e86d 96 ${WHERE} 1390`,
  ),
  alarm: frame('2323', '04', '0003', `${INTERVALS} 0018 cb 00 00 01 00 0000 0000 0089 0089 01 00 0001e86d 00 ${WHERE}`),
  cells: frame(
    '2525',
    '02',
    '0002',
    `${INTERVALS} 0018 00 00 00 01 00 0000 4000 0000 0000 00 00 0001e86d 96 ${TIME} ${CELLS} 1390`,
  ),
  longer: frame(
    '2525',
    '13',
    '8004',
    `${INTERVALS} 0018 4b 00 00 01 00 0000 4000 80 00 0001 0002 0003 0004 0005 00 00 0001e86d 96 ${WHERE} 0412 1390`,
  ),
  engine: frame(
    '2626',
    '02',
    '0005',
    `${INTERVALS} 0018 4b 00 00 01 00 0000 4000 18 00 0001e86d 96 ${WHERE} 1390 0400 3990 00012345 ffffffff 0bb8 0a ff 72 ff 20 0f 4b`,
  ),
  behaviours: frame(
    '2626',
    '05',
    '0006',
    `04 ${TIME} ${POINT} 0400 0366 0360 260322101535 ${'ff'.repeat(12)} 0270 ffff 0aec`,
  ),
  sensed: frame('2626', '06', '0007', `02 ${TIME} 40 0000000000 ${POINT} 0400 0366 0360`),
  portable: frame('2727', '02', '0008', `4b 00 ${WHERE} ${DEVICE}`),
  portableAlarm: frame('2727', '04', '0009', `80 02 ${TIME} ${CELLS} ${DEVICE}`),
  wireless: frame('2727', '25', '000a', `20 06 ${TIME} ${'11'.repeat(27)} ${DEVICE}`),
  lock: frame('2727', '17', '000b', `${TIME} 4b ${POINT} 0000 0000 01 03 0a0b0c`),
  sensors: frame(
    '2727',
    '10',
    '000c',
    `${TIME} 01 0004 d7d17365e625 55 64 0a73 1388 0010 48 0005 d7d17365e626 ff 64 8a73 01 48 0003 d7d17365e627 30 01 00 ${'00'.repeat(16)} 0001 d7d17365e628 6e 40 50 00`,
  ),
  network: frame('2525', '11', '000d', `${TIME} 06 410042004300 03 4c5445 02 4234 03 313233 04 38393031`),
  answer: frame('2525', '81', '0001', '01 4f004b00'),
};

export const SAMPLES = Object.values(FRAMES);
