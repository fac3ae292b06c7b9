import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createProxyWatch } from './proxy-watch.ts';

function watch(trusted: string[] = []) {
  const lines: string[] = [];
  let now = 1_700_000_000_000;
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const made = createProxyWatch(trusted, logger, () => now);
  return { ...made, lines, pass: (ms: number) => (now += ms) };
}

test.each(['127.0.0.1', '::1', '::ffff:172.18.0.5', '10.1.2.3', '192.168.1.1', 'fd00::5'])(
  'a forwarded request from %s while nobody is trusted is found and logged once an hour',
  (peer) => {
    const { see, found, lines, pass } = watch();
    expect(found()).toBeNull();
    for (let i = 0; i < 100; i++) see(peer, true);
    expect(found()?.address).toBe(peer.replace('::ffff:', ''));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Set TRUSTED_PROXIES');
    pass(3_600_000);
    see(peer, true);
    expect(lines).toHaveLength(2);
    pass(86_400_001);
    expect(found()).toBeNull();
  },
);

test('nothing is said of the open internet, of requests without the header, and of proxies that are trusted', () => {
  const { see, found, lines } = watch(['172.18.0.0/16', 'loopback']);
  see('8.8.8.8', true);
  see('2a00:1450:4001:830::200e', true);
  see('10.0.0.1', false);
  see('172.18.0.9', true);
  see('::ffff:127.0.0.1', true);
  see(undefined, true);
  expect(found()).toBeNull();
  expect(lines).toEqual([]);
  // Another proxy than the trusted ones is as bad as none.
  see('10.0.0.1', true);
  expect(found()?.address).toBe('10.0.0.1');
});
