import { describe, expect, it } from 'vitest';
import { PROTOCOLS, protocolByName } from '../registry.ts';
import { engineReply } from './engine-reply.ts';

const read = (protocol: string, kind: 'engineStop' | 'engineResume', text: string) =>
  engineReply(protocolByName(protocol)?.engineReplies, kind, text);

/** Texts from the makers' manuals, and from devices in recorded frames. */
const DONE: readonly (readonly [protocol: string, stopped: string, resumed: string])[] = [
  ['eelink', 'RELAY,1#OK', 'RELAY,0#OK'],
  ['galileo', 'OUT(3..0) = 0000', 'OUT(3..0) = 0001'],
  ['gator', 'order 39 done', 'order 38 done'],
  ['gl200', 'GTOUT,,0007,20260322101532,00A9', 'GTOUT,,0008,20260322101540,00AA'],
  ['gps103', 'jt', 'kt'],
  ['gt06', 'DYD=Success!', 'HFYD=Success!'],
  ['gt06', 'Cut off the fuel supply: Success! Speed: 0 Km/h', 'Restore fuel supply: Success!'],
  ['h02', 'S20,DONE,101500', 'S20,DONE,101500'],
  ['jt808', 'done (0x8105)', 'done (0x8105)'],
  ['meiligao', 'done', 'done'],
  ['meitrack', 'C01,0,OK', 'C01,0,OK'],
  ['meitrack', 'C01,OK', 'C01,OK'],
  ['ruptela', 'done', 'done'],
  ['startek', '900,OK', '900,OK'],
  ['suntech', '010;Enable1', '010;Disable1'],
  ['teltonika', 'DOUT1:1 Timeout:INFINITY', 'DOUT1:0 Timeout:INFINITY'],
  ['totem', '025,OK', '025,OK'],
];

const REFUSED: readonly (readonly [protocol: string, text: string])[] = [
  ['gt06', 'DYD=Unvalued Fix'],
  ['gt06', 'DYD=Speed Limit, Speed 40km/h'],
  ['gt06', 'HFYD=Fail!'],
  ['jt808', 'failed (0x8105)'],
  ['jt808', 'not supported (0x8105)'],
  ['jt808', 'result 4 (0x8105)'],
  ['gator', 'order 39 failed'],
  ['meiligao', 'refused'],
  ['ruptela', 'refused'],
  ['teltonika', 'refused: not this IMEI'],
  ['teltonika', 'DOUT1:IGNORED'],
];

describe('the reply to an engine command', () => {
  it.each(DONE)('of %s is a success by its own words: %s, %s', (protocol, stopped, resumed) => {
    expect([read(protocol, 'engineStop', stopped), read(protocol, 'engineResume', resumed)]).toEqual(['done', 'done']);
    // A reply that confirms one state never confirms the other, unless the texts are the same for both.
    if (stopped === resumed || protocol === 'gl200') return;
    expect([read(protocol, 'engineStop', resumed), read(protocol, 'engineResume', stopped)]).not.toContain('done');
  });

  it.each(REFUSED)('of %s is a refusal: %s', (protocol, text) => {
    expect([read(protocol, 'engineStop', text), read(protocol, 'engineResume', text)]).toEqual(['refused', 'refused']);
  });

  it('is not understood in any other form, in every protocol', () => {
    const stopping = PROTOCOLS.filter(({ commands }) => commands?.includes('engineStop'));
    expect(stopping.filter(({ engineReplies }) => engineReplies === undefined).map(({ name }) => name)).toEqual([]);
    for (const { name } of stopping) {
      for (const text of ['', 'OK?', 'unknown', 'DYD=', 'done?', '12.61V,GPRS Link Up', 'DYD=Pending']) {
        expect([name, text, read(name, 'engineStop', text)]).toEqual([name, text, null]);
        expect([name, text, read(name, 'engineResume', text)]).toEqual([name, text, null]);
      }
    }
  });
});
