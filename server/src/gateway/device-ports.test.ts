import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { connectPorts } from './connect-info.ts';
import { type DevicePorts, type DeviceServer, openDevicePorts } from './device-ports.ts';

const HOST = '127.0.0.1';
const logged: { level: number; msg: string }[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
const protocolOf = (name: string) => {
  const found = PROTOCOLS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const [gt06, teltonika] = [protocolOf('gt06'), protocolOf('teltonika')];
const tcp = (protocol: typeof gt06): DeviceServer => ({ protocol, transport: 'tcp', make: () => createServer() });
const udp = (protocol: typeof gt06): DeviceServer => ({ protocol, transport: 'udp', make: () => createSocket('udp4') });

const closers: (() => unknown)[] = [];
afterEach(async () => {
  logged.length = 0;
  for (const close of closers.splice(0)) await close();
});
async function occupy(): Promise<{ port: number; other: Server }> {
  const other = createServer().listen(0, HOST);
  await once(other, 'listening');
  closers.push(() => other.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  return { port: (other.address() as AddressInfo).port, other };
}
async function open(hearers: DeviceServer[], ports: Record<string, number>, ifTaken: 'wait' | 'any' = 'wait') {
  const opened = await openDevicePorts(hearers, { host: HOST, ports, ifTaken, logger });
  closers.push(opened.close);
  return opened;
}
const namesOf = (ports: DevicePorts['listening']) => ports.map((one) => `${one.protocol.name}/${one.transport}`);

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, HOST);
  const reached = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return reached;
}

test('a protocol whose port is used by another program is left out with one line in the log, and the others are served', async () => {
  const { port } = await occupy();
  const ports = await open([tcp(gt06), tcp(teltonika), udp(teltonika)], { gt06: port, teltonika: 0 });
  expect(namesOf(ports.listening)).toEqual(['teltonika/tcp', 'teltonika/udp']);
  expect(ports.listening[0]?.port).toBe(ports.listening[1]?.port);
  expect(await answers(ports.listening[0]?.port ?? 0)).toBe(true);
  expect(namesOf(ports.taken)).toEqual(['gt06/tcp']);
  expect(logged).toEqual([
    expect.objectContaining({
      level: 40,
      msg: `Port ${port} (tcp) on ${HOST} for ${gt06.title} devices is in use by another program; they are not accepted until it is free. Set GATEWAY_GT06_PORT to another.`,
    }),
  ]);
  expect(connectPorts(ports, 'fleet.example')).toMatchObject([
    { protocol: 'gt06', transports: [], taken: ['tcp'], port, setting: 'GATEWAY_GT06_PORT', setup: [] },
    { protocol: 'teltonika', transports: ['tcp', 'udp'], taken: [] },
  ]);
});

test('it is served once the other program has ended, and nothing remains open at the end', async () => {
  const { port, other } = await occupy();
  const ports = await open([tcp(gt06)], { gt06: port });
  other.close();
  await expect.poll(() => namesOf(ports.listening), { timeout: 15_000 }).toEqual(['gt06/tcp']);
  expect(ports.taken).toEqual([]);
  expect(await answers(port)).toBe(true);
  await ports.close();
  expect(await answers(port)).toBe(false);
});

test('when the devices learn the port from us, another port is used instead', async () => {
  const { port } = await occupy();
  const ports = await open([tcp(teltonika), udp(teltonika)], { teltonika: port }, 'any');
  expect(namesOf(ports.listening)).toEqual(['teltonika/tcp', 'teltonika/udp']);
  expect(ports.taken).toEqual([]);
  const actual = ports.listening[0]?.port ?? 0;
  expect(actual).not.toBe(port);
  expect(await answers(actual)).toBe(true);
  expect(logged.map(({ msg }) => msg)).toEqual([expect.stringContaining(`they are accepted on ${actual}`)]);
});

test('a datagram port is left out separately', async () => {
  const other = createSocket('udp4').bind(0, HOST);
  await once(other, 'listening');
  closers.push(() => other.close());
  const ports = await open([tcp(teltonika), udp(teltonika)], { teltonika: other.address().port });
  expect(namesOf(ports.listening)).toEqual(['teltonika/tcp']);
  expect(namesOf(ports.taken)).toEqual(['teltonika/udp']);
});

test('an address that is not of this machine ends the start', async () => {
  const elsewhere = openDevicePorts([tcp(gt06)], { host: '203.0.113.1', ports: { gt06: 0 }, ifTaken: 'wait', logger });
  await expect(elsewhere).rejects.toThrow(/cannot be opened .*GATEWAY_GT06_PORT/);
});
