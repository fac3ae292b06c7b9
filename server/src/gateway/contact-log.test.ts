import type { Message } from '@milepost/protocols/types';
import { afterEach, expect, it, vi } from 'vitest';
import { createContactLog, type ContactLog } from './contact-log.ts';

afterEach(() => vi.useRealTimers());

const decodedFrame = (messages: Message[] = []) => ({ identities: [], messages });
const report = (): Message => ({ kind: 'report', deviceTime: null, fix: null, attributes: { odometerM: 1 } });

it('retains the 2,000 latest contacts, connected or not; an evicted one returns with its next frame', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  const entries = Array.from({ length: 2001 }, (_, index) => {
    const entry = contactLog.open('gt06', 'tcp', `10.0.0.1:${index}`);
    entry.identify(`device-${index}`);
    entry.frame(Buffer.from([index & 255]), decodedFrame(), index);
    return entry;
  });
  const identities = () => contactLog.list().map((contact) => contact.identity);
  expect(identities()).toHaveLength(2000);
  expect(identities()).not.toContain('device-0');
  vi.advanceTimersByTime(1000);
  entries[0]?.frame(Buffer.from([1]), decodedFrame(), 5000);
  expect(identities()[0]).toBe('device-0');
  expect(identities()).toHaveLength(2000);
  contactLog.close();
});

it('knows the connected devices, whatever was evicted and returned in between', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  const open = (port: number) => {
    const entry = contactLog.open('gt06', 'tcp', `10.0.0.1:${port}`);
    entry.identify('tracker');
    return entry;
  };
  const speak = (entry: ReturnType<typeof open>, at: number) => entry.frame(Buffer.from([1]), decodedFrame(), at);
  const shown = () => {
    const { connected, frames } = contactLog.list().find(({ identity }) => identity === 'tracker') ?? {};
    return { connected, frames };
  };
  const first = open(1);
  speak(first, 1);
  // A flood evicts the entry; another connection restores it, and then the first one sends again.
  comeBy(contactLog, '10.0.0.1:9', many('flood', 2000));
  expect(shown()).toEqual({});
  const second = open(2);
  speak(second, 2);
  speak(first, 3);
  expect(shown()).toEqual({ connected: true, frames: 2 });
  second.close();
  expect(shown()).toMatchObject({ connected: true });
  first.close();
  expect(shown()).toMatchObject({ connected: false });
  // The connection counts once, even if it is closed twice or its entry was evicted before.
  first.close();
  const third = open(3);
  comeBy(contactLog, '10.0.0.1:9', many('flood', 2000));
  speak(third, 4);
  expect(shown()).toMatchObject({ connected: true });
  third.close();
  expect(shown()).toMatchObject({ connected: false });
  contactLog.close();
});

it('retains only the displayed part of a large frame', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  const entry = contactLog.open('osmand', 'http', '10.0.0.1');
  entry.identify('phone');
  entry.frame(`GET /?${'x'.repeat(60_000)}`, decodedFrame(Array.from({ length: 1000 }, report)), 1);
  vi.advanceTimersByTime(1000);
  const [contact] = contactLog.inFull(contactLog.list());
  expect(contact?.lastFrame?.data).toHaveLength(1000);
  expect(contact?.decoded?.messages).toHaveLength(20);
  // The summary covers all messages of the frame.
  expect(contact?.decoded?.summary).toBe('1000 × report');
  contactLog.close();
});

it('shows the largest frames in a few kilobytes, and retains no more of thousands', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  const attributes = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`io${index}`, 'x'.repeat(500)]));
  const messages = Array.from({ length: 30 }, (): Message => ({ ...report(), attributes, text: 'y'.repeat(5000) }));
  let read = 0;
  const large = new Proxy(messages, {
    get: (target, name, receiver): unknown => {
      read++;
      return Reflect.get(target, name, receiver);
    },
  });
  for (let index = 0; index < 20; index++) {
    const entry = contactLog.open('teltonika', 'tcp', `10.0.0.1:${index}`);
    entry.identify(`device-${index}`);
    entry.frame(new Uint8Array(32_000), decodedFrame(large), index);
  }
  // Some frames were decoded although no time has passed: 20 frames of 32 kB exceed what is retained in full.
  expect(read).toBeGreaterThan(0);
  vi.advanceTimersByTime(1000);
  const [contact] = contactLog.inFull(contactLog.list());
  expect(JSON.stringify(contact).length).toBeLessThan(60_000);
  expect(Object.keys(contact?.decoded?.messages[0]?.attributes ?? {}).length).toBeGreaterThan(10);
  contactLog.close();
});

/** Opens an entry for each unknown device and adds a frame to it. */
function comeBy(
  contactLog: ContactLog,
  address: string,
  identities: readonly string[],
  transport: 'tcp' | 'udp' = 'tcp',
) {
  for (const identity of identities) {
    const entry = contactLog.open('gt06', transport, address);
    entry.identify(identity);
    entry.frame(Buffer.from([1]), decodedFrame(), 1);
    entry.close();
  }
}
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
const identitiesOf = (contactLog: ContactLog) => new Set(contactLog.list().map(({ identity }) => identity));

it('evicts in a flood only entries of the same network', () => {
  const contactLog = createContactLog();
  comeBy(contactLog, '192.0.2.7:4000', many('installer', 20));
  comeBy(contactLog, '2001:db8:0:1::7:4000', many('other', 20));
  for (let round = 0; round < 5; round++) {
    // All addresses of a /64 count as one network.
    comeBy(contactLog, `2001:db8:0:2::${round}:5000`, many(`flood-${round}`, 1000));
    comeBy(contactLog, `198.51.100.1:500${round}`, many(`more-${round}`, 1000));
  }
  const held = identitiesOf(contactLog);
  expect(held.size).toBe(2000);
  for (const identity of [...many('installer', 20), ...many('other', 20)]) expect(held).toContain(identity);
  contactLog.close();
});

it('retains and publishes awaited devices, whatever floods the log from anywhere', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  const published: string[] = [];
  contactLog.listen((contacts) => published.push(...contacts.flatMap(({ identity }) => identity ?? [])));
  const flood = () => {
    for (let network = 0; network < 250; network++)
      comeBy(contactLog, `10.1.${network}.1:1`, many(`flood-${network}`, 10));
  };
  comeBy(contactLog, '10.1.0.1:9', ['867500000000001']);
  contactLog.await('86750');
  flood();
  comeBy(contactLog, '10.1.0.1:9', ['0867500000000002']);
  flood();
  vi.advanceTimersByTime(1000);
  expect(identitiesOf(contactLog)).toContain('867500000000001');
  expect(identitiesOf(contactLog)).toContain('0867500000000002');
  expect(published).toContain('0867500000000002');
  expect(published.length).toBeLessThanOrEqual(200);
  contactLog.close();
});

it('separates unknown devices from a large fleet that sends all the time', () => {
  const contactLog = createContactLog();
  comeBy(contactLog, '192.0.2.7:4000', ['stranger']);
  for (const identity of many('vehicle', 5000)) {
    const entry = contactLog.open('gt06', 'tcp', '192.0.2.7:4001');
    entry.identify(identity);
    entry.setDevice({ deviceId: 1, organisationId: 1, vehicleId: 1 });
    entry.frame(Buffer.from([1]), decodedFrame(), 1);
  }
  expect(identitiesOf(contactLog)).toContain('stranger');
  expect(identitiesOf(contactLog).size).toBe(1001);
  contactLog.close();
});

it('retains a bounded number of bytes: one line of text for the oldest', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`name${index}`, 'x'.repeat(50)]));
  const wordy = Array.from({ length: 21 }, () => ({ ...report(), attributes }));
  for (const identity of many('wordy', 2000)) {
    const entry = contactLog.open('gt06', 'tcp', '192.0.2.7:4000');
    entry.identify(identity);
    entry.frame(Buffer.alloc(2000), decodedFrame(wordy), 1);
  }
  vi.advanceTimersByTime(1000);
  const all = contactLog.inFull(contactLog.list());
  expect(all).toHaveLength(2000);
  expect(JSON.stringify(all).length).toBeLessThan(16_000_000);
  expect(all.every(({ decoded }) => decoded?.summary === '21 × report')).toBe(true);
  expect(all.filter(({ decoded }) => decoded?.messages.length !== 0).length).toBeGreaterThan(100);
  contactLog.close();
});

it('leaves frames undecoded while nobody watches and they are few, however often known devices report', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  const entries = many('device', 500).map((identity, index) => {
    const entry = contactLog.open('gt06', 'tcp', `10.0.0.1:${index}`);
    entry.identify(identity);
    return entry;
  });
  let copies = 0;
  class Watched extends Uint8Array {
    override slice(from?: number, to?: number) {
      copies++;
      return super.slice(from, to);
    }
  }
  // 500 frames of 100 bytes at a time, twenty times: only the last frame of each device is retained.
  for (let round = 0; round < 20; round++) {
    for (const entry of entries) entry.frame(new Watched(100), decodedFrame(), round);
    vi.advanceTimersByTime(50);
  }
  expect(copies).toBe(0);
  vi.advanceTimersByTime(2000);
  expect(copies).toBe(500);
  contactLog.close();
});

it('retains the bytes of messages of unknown types by type, up to eight of them, even when others follow', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  const entry = contactLog.open('jt808', 'tcp', '10.0.0.1:4000');
  entry.identify('tracker');
  const send = (type: number, at: number) =>
    entry.frame(Buffer.from([0x7e, type]), { ...decodedFrame(), unknownType: `0x${type}` }, at);
  for (let type = 10; type < 19; type++) send(type, type);
  send(12, 60_000);
  entry.frame(Buffer.from([1]), decodedFrame([report()]), 61_000);
  vi.advanceTimersByTime(3000);
  const [listed] = contactLog.list();
  const [contact] = contactLog.inFull(contactLog.list());
  expect(contact?.unknownMessages.map(({ type }) => type)).toEqual([
    '0x12',
    '0x18',
    '0x17',
    '0x16',
    '0x15',
    '0x14',
    '0x13',
    '0x11',
  ]);
  expect(contact?.unknownMessages[0]).toEqual({
    type: '0x12',
    count: 2,
    lastAt: '1970-01-01T00:01:00.000Z',
    frame: { kind: 'hex', data: '7e0c' },
  });
  expect(listed?.unknownMessages[0]).toMatchObject({ type: '0x12', count: 2, frame: null });
  contactLog.close();
});

it('drops the bytes of unknown types when memory is needed, and keeps counting them', () => {
  vi.useFakeTimers();
  const contactLog = createContactLog();
  // 1,500 devices with eight times 1,000 bytes are 12 MB; the limit is 8 MiB.
  const entries = Array.from({ length: 1500 }, (_, index) => {
    const entry = contactLog.open('jt808', 'tcp', `10.0.0.1:${index}`);
    entry.identify(`device-${index}`);
    for (let type = 0; type < 8; type++)
      entry.frame(Buffer.alloc(5000), { ...decodedFrame(), unknownType: `0x${type}` }, index);
    return entry;
  });
  vi.advanceTimersByTime(3000);
  const shown = contactLog.inFull(contactLog.list());
  expect(shown).toHaveLength(entries.length);
  const storedFrames = shown.flatMap(({ unknownMessages }) => unknownMessages.filter(({ frame }) => frame));
  expect(shown[0]?.unknownMessages).toHaveLength(8);
  expect(storedFrames.length * 1000).toBeGreaterThan(2 * 1024 * 1024);
  expect(storedFrames.length * 1000).toBeLessThan(8 * 1024 * 1024);
  contactLog.close();
});
