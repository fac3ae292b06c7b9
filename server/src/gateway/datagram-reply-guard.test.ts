import { PROTOCOLS } from '@milepost/protocols/registry';
import { SAMPLES } from '@milepost/protocols/samples.fixture';
import { describe, expect, it } from 'vitest';
import { DatagramReplyGuard } from './datagram-reply-guard.ts';

const OVER_UDP = PROTOCOLS.flatMap((protocol) =>
  protocol.kind === 'stream' && protocol.transports.includes('udp') ? [protocol] : [],
);
const NOW = Date.UTC(2026, 10, 28);

/** A server that replies to the datagrams of one address. `isKnown`: the device is registered. */
function server(protocol: (typeof OVER_UDP)[number], isKnown: boolean) {
  const [decoder, guard] = [protocol.newDecoder('udp'), new DatagramReplyGuard()];
  return (datagram: Uint8Array, at: number): Uint8Array[] => {
    const { replies } = decoder.decode(datagram);
    if (!guard.allows(datagram, replies, isKnown, at)) return [];
    for (const { bytes } of replies) guard.sent(bytes, at);
    return replies.map(({ bytes }) => bytes);
  };
}

describe.each(OVER_UDP.map((protocol) => ({ name: protocol.name, protocol })))(
  '$name over UDP',
  ({ name, protocol }) => {
    const samples = SAMPLES[name] ?? [];
    const answers = samples.flatMap((sample) => protocol.newDecoder('udp').decode(sample).replies);

    it('sends unknown devices no more bytes than it received', () => {
      for (const sample of samples) {
        // A string with bytes above 0x7f becomes longer when it is written back as UTF-8.
        for (const datagram of [sample, sample.map((byte, at) => (at < 4 || byte < 0x30 ? byte : byte | 0x80))]) {
          const sent = server(protocol, false)(datagram, NOW);
          expect(sent.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(datagram.length);
        }
      }
    });

    it('answers none of its own answers while the device is unknown', () => {
      for (const { bytes } of answers) expect(server(protocol, false)(bytes, NOW)).toEqual([]);
    });

    it('ends a loop of two servers that know the device', () => {
      for (const { bytes } of answers) {
        const servers = [server(protocol, true), server(protocol, true)] as const;
        let datagrams = [bytes];
        for (let round = 0; round < 4; round += 1) {
          const to = servers[round % 2 === 0 ? 0 : 1];
          datagrams = datagrams.flatMap((datagram) => to(datagram, NOW + round));
        }
        expect(datagrams).toEqual([]);
      }
    });
  },
);

describe('a reply guard', () => {
  const heartbeat = Buffer.from('*HQ,8168000001,HTBT#');
  const replies = [{ when: 'now' as const, bytes: heartbeat }];

  it('returns a heartbeat of a known device, and once more after five seconds', () => {
    const guard = new DatagramReplyGuard();
    expect(guard.allows(heartbeat, replies, true, NOW)).toBe(true);
    guard.sent(heartbeat, NOW);
    expect(guard.allows(heartbeat, replies, true, NOW + 4999)).toBe(false);
    expect(guard.allows(heartbeat, replies, true, NOW + 5000)).toBe(true);
  });
});
