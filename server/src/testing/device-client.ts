import { connect, type Socket } from 'node:net';

export interface DeviceClient {
  send(bytes: Uint8Array): void;
  /** Everything received so far. */
  received(): Buffer;
  /** Resolves when the server closed the connection. */
  closed: Promise<void>;
  close(): void;
}

/** A raw TCP connection to a gateway port, as a device would make it, from an address of this machine. */
export function deviceClient(port: number, from = '127.0.0.1'): Promise<DeviceClient> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: from });
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.on('error', () => {});
      resolve({
        send: (bytes) => socket.write(bytes),
        received: () => Buffer.concat(chunks),
        closed,
        close: () => socket.destroy(),
      });
    });
  });
}
