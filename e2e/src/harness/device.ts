import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type DevicePosition, DeviceReader, encodeLogin, encodePosition } from '@milepost/protocols/gt06/device';
import type { TestServer } from './server-process.ts';
import { waitUntil } from './until.ts';

type TestFix = Partial<DevicePosition> & { lat: number; lon: number };

/** A GT06 device that the test drives over a real socket. */
export interface TestDevice {
  readonly imei: string;
  login(): Promise<void>;
  /** Sends a fix and waits for the server's acknowledgement, which is sent after storing. */
  report(fix: TestFix): Promise<void>;
  /** Sends a fix without waiting: an unknown device gets no acknowledgement, because nothing is stored. */
  send(fix: TestFix): void;
  close(): void;
}

/** Connects a device. @param imei 15 digits */
export async function connectDevice(server: TestServer, imei: string): Promise<TestDevice> {
  const port = server.ports['gt06'] ?? 0;
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  const acknowledged = new Set<string>();
  const reader = new DeviceReader();
  socket.on('data', (chunk) => {
    for (const { type, serial } of reader.push(chunk)) acknowledged.add(`${type}:${serial}`);
  });
  // A server that is stopped ends the device's connection; missing acknowledgements are reported by their time-out.
  socket.on('error', () => {});
  let serial = 0;

  const send = async (type: number, encode: (serial: number) => Uint8Array) => {
    const mine = ++serial;
    write(socket, encode(mine));
    await waitUntil(`the acknowledgement of frame ${mine} (type ${type})`, () => acknowledged.has(`${type}:${mine}`));
  };
  return {
    imei,
    login: () => send(0x01, (one) => encodeLogin(imei, one)),
    report: (fix) => send(0x22, (one) => encodePosition(position(fix), one)),
    send: (fix) => write(socket, encodePosition(position(fix), ++serial)),
    close: () => socket.destroy(),
  };
}

const position = (fix: TestFix) => ({ ...DEFAULTS, time: new Date(), ...fix });

const DEFAULTS = { speedKph: 0, courseDeg: 0, satellites: 9, valid: true, ignition: true };

function write(socket: Socket, bytes: Uint8Array): void {
  if (!socket.writable) throw new Error('the connection of the device is closed');
  socket.write(bytes);
}
