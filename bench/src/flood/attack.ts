/** The attackers, in a separate process, controlled by messages of `fork`. Limited in number and time. */
import { createSocket } from 'node:dgram';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeLogin as encodeGt06Login } from '@milepost/protocols/gt06/device';
import { encodeLogin } from '@milepost/protocols/teltonika/device';
import {
  gt06FalseStarts,
  gt06Logins,
  halfFrame,
  manyDays,
  manyElements,
  manyPlaces,
  manyRecords,
  teltonikaDatagram,
  teltonikaFrames,
} from './worst-frames.ts';

export interface AttackOptions {
  ports: { gt06: number; teltonika: number; osmand: number };
  /** The identities of registered devices that take part. */
  known: string[];
  seconds: number;
  /** The source addresses of attackers; null for the address of everybody else. */
  from: string[] | null;
}

export interface AttackResult {
  connections: number;
  megabytes: number;
  datagrams: number;
  requests: number;
}

const CONNECTIONS = 120;
const SILENT = 300;
const HOARDERS = 300;
const PHONES = 80;
const UDP_SOCKETS = 20;
const DATAGRAMS_A_TICK = 5;
/** On a slow machine the attack continues until each socket has sent this many: fewer would be no attack. */
const MIN_OF_A_SOCKET = 6;
const TICK_MS = 10;
const RECONNECT_MS = 250;
/**
 * The new connections a second: Node accepts one in each iteration of its event loop, so more would be a different
 * attack.
 */
const CONNECTS_A_SECOND = 200;

const done: AttackResult = { connections: 0, megabytes: 0, datagrams: 0, requests: 0 };
let over = false;
let unknownDevices = 0;
const unknownImei = () => String(990_000_000_000_000 + unknownDevices++);

/**
 * Keeps a connection open and sends `first`, then the others as fast as they are accepted; reconnects when it ends.
 */
function hold(port: number, localAddress: string | undefined, first: () => Buffer, others: Buffer[]): void {
  if (over) return;
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) });
  let next = 0;
  const pour = () => {
    for (;;) {
      const bytes = others[next++ % others.length];
      if (over || !bytes || socket.destroyed) return;
      done.megabytes += bytes.length / 1e6;
      if (!socket.write(bytes)) return;
    }
  };
  socket.on('connect', () => {
    done.connections++;
    const bytes = first();
    if (bytes.length > 0) socket.write(bytes);
    pour();
  });
  socket.on('drain', pour);
  socket.on('error', () => {});
  socket.resume();
  socket.on('close', () => setTimeout(() => hold(port, localAddress, first, others), RECONNECT_MS));
}

const gt06Login = (imei: string) => encodeGt06Login(imei, 1);
let opened = 0;
function holdSoon(...args: Parameters<typeof hold>): void {
  setTimeout(() => hold(...args), (opened++ * 1000) / CONNECTS_A_SECOND);
}

function floodTcp({ ports, known, from }: AttackOptions): void {
  const frames = teltonikaFrames(Date.now());
  const loginFor = (index: number, login: (imei: string) => Uint8Array) => () => {
    const imei = index % 4 === 0 ? known[index % known.length] : undefined;
    return Buffer.from(login(imei ?? unknownImei()));
  };
  for (let index = 0; index < CONNECTIONS; index++) {
    const address = from?.[index % from.length];
    holdSoon(ports.teltonika, address, loginFor(index, encodeLogin), frames);
    const gt06 = index % 2 === 0 ? [gt06FalseStarts()] : [gt06Logins(known[0] ?? unknownImei())];
    holdSoon(ports.gt06, address, loginFor(index, gt06Login), gt06);
  }
  const half = halfFrame();
  for (let index = 0; index < HOARDERS; index++) {
    const login = encodeLogin(unknownImei());
    holdSoon(ports.teltonika, from?.[index % from.length], () => Buffer.concat([login, half]), []);
  }
  for (let index = 0; index < SILENT; index++) {
    holdSoon(index % 2 ? ports.osmand : ports.gt06, from?.[index % from.length], () => Buffer.alloc(0), []);
  }
}

async function floodUdp({ ports, known, seconds, from }: AttackOptions): Promise<void> {
  const sockets = Array.from({ length: UDP_SOCKETS }, (_, index) => {
    const socket = createSocket('udp4');
    socket.on('error', () => {});
    const address = from?.[index % from.length];
    if (address) socket.bind(0, address);
    return socket;
  });
  const [few, many] = [manyElements(Date.now()), manyRecords(Date.now())];
  const until = performance.now() + seconds * 1000;
  for (let count = 0; performance.now() < until || count < UDP_SOCKETS * MIN_OF_A_SOCKET;) {
    for (let now = 0; now < DATAGRAMS_A_TICK; now++, count++) {
      const imei = (count % 5 === 0 ? known[count % known.length] : undefined) ?? unknownImei();
      const bytes = teltonikaDatagram(imei, count, count % 2 ? few : many);
      sockets[count % sockets.length]?.send(bytes, ports.teltonika, '127.0.0.1');
      done.datagrams++;
      done.megabytes += bytes.length / 1e6;
    }
    await delay(TICK_MS);
  }
  for (const socket of sockets) socket.close();
}

function floodHttp({ ports, known, from }: AttackOptions): void {
  for (let index = 0; index < PHONES; index++) {
    const id = index % 2 ? `stranger-${index}` : (known[index % known.length] ?? 'nobody');
    const body = index % 4 === 0 ? manyDays(id, Date.now()) : manyPlaces(id);
    const localAddress = from?.[index % from.length];
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ...(localAddress && { localAddress }) });
    const send = () => {
      if (over) return agent.destroy();
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
      const one = request({ host: '127.0.0.1', port: ports.osmand, method: 'POST', agent, headers }, (response) => {
        response.resume();
        response.on('end', send);
      });
      done.requests++;
      done.megabytes += body.length / 1e6;
      one.on('error', () => setTimeout(send, RECONNECT_MS));
      one.end(body);
    };
    send();
  }
}

process.once('disconnect', () => process.exit(1));
async function attack(options: AttackOptions): Promise<void> {
  floodTcp(options);
  floodHttp(options);
  await floodUdp(options);
  over = true;
  process.send?.(done);
}

process.once('message', (options: AttackOptions) => {
  attack(options).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
