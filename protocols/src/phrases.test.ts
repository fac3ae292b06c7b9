import { expect, test } from 'vitest';
import { protocolByName } from './registry.ts';
import { asciiBytes } from './tools/text.ts';

const phrasesOf = (name: string) => protocolByName(name)?.phrases ?? {};
const decoded = (name: string, number: number, on: boolean) => phrasesOf(name).output?.write(number, on);
const PHONES = ['+919822012345', '9822012346', '100'];

test('outputs are switched with the command of each manual', () => {
  expect([decoded('gt06', 1, true), decoded('gt06', 1, false)]).toEqual(['RELAY,1#', 'RELAY,0#']);
  expect([decoded('teltonika', 1, true), decoded('teltonika', 2, true), decoded('teltonika', 2, false)]).toEqual([
    'setdigout 1',
    'setdigout ?1',
    'setdigout ?0',
  ]);
  expect([decoded('meitrack', 1, true), decoded('meitrack', 3, false), decoded('meitrack', 5, true)]).toEqual([
    'C01,0,12222',
    'C01,0,22022',
    'C01,0,22221',
  ]);
  expect([decoded('navis', 2, true), decoded('navis', 4, false)]).toEqual(['*!2Y', '*!4N']);
  // Galileosky counts outputs from 0, and its state 0 means "conducts".
  expect([decoded('galileo', 0, true), decoded('galileo', 3, false)]).toEqual(['Out 0,0', 'Out 3,1']);
  expect([decoded('startek', 1, true), decoded('startek', 2, false)]).toEqual(['900,1,1', '900,2,0']);
  expect([decoded('its', 1, true), decoded('its', 2, false)]).toEqual(['@SET#RLP,OP1,', '@CLR#RLP,OP2,']);
  // 2 leaves the other output unchanged.
  expect([decoded('ruptela', 1, true), decoded('ruptela', 2, false)]).toEqual([' setio 1,2', ' setio 2,0']);
  expect([decoded('totem', 1, true), decoded('totem', 3, false)]).toEqual(['000000,025,A,1', '000000,025,C,0']);
  expect([decoded('suntech', 1, true), decoded('suntech', 2, false)]).toEqual(['Enable1', 'Disable2']);
});

test('odometer, SOS number and emergency release commands are those of each manual', () => {
  expect(phrasesOf('gt06').odometer?.(123_456)).toBe('MILEAGE,ON,123456#');
  expect(phrasesOf('teltonika').odometer?.(123_456)).toBe('odoset:123456');
  expect(phrasesOf('gt06').sosNumbers?.write(PHONES)).toBe('SOS,A,+919822012345,9822012346,100#');
  expect(phrasesOf('watch').sosNumbers?.write(PHONES)).toBe('SOS,+919822012345,9822012346,100');
  expect(phrasesOf('meitrack').sosNumbers?.write(PHONES)).toBe('A71,+919822012345,9822012346,100');
  expect(phrasesOf('its').releaseEmergency?.[0]).toBe('CLR EO');
});

test('a GT06 command is sent in a frame of 0x80, with the bytes of the manual', () => {
  const gt06 = protocolByName('gt06');
  const text = gt06?.phrases?.output?.write(1, true) ?? '';
  const bytes = gt06?.kind === 'stream' ? gt06.newDecoder('tcp').encode({ kind: 'text', text }) : null;
  // 78 78, length 20, 80, 4 + 8 of flag and text, the flag, the text, language 2, serial 1, checksum, 0d 0a.
  const head = [0x78, 0x78, 0x14, 0x80, 0x0c, 0, 0, 0, 1, ...asciiBytes('RELAY,1#'), 0, 2, 0, 1];
  expect([...(bytes ?? [])].slice(0, head.length)).toEqual(head);
  expect([...(bytes ?? [])].slice(-2)).toEqual([0x0d, 0x0a]);
});
