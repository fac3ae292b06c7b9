import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FrontProxy } from './front-proxy.ts';
import { waitUntil } from './until.ts';

const CADDYFILE = path.join(import.meta.dirname, '../../../deploy/Caddyfile');
/**
 * The global options: a self-made certificate, no installation on this machine, and no other port than the tested one.
 */
const GLOBAL = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n';

/** Starts an installed Caddy, with the file of `deploy/`, on a free port. */
export async function startCaddy(program: string): Promise<FrontProxy> {
  let target = new URL('http://127.0.0.1:1');
  const sockets = new Set<Socket>();
  // Caddy gets its upstream address only once, while the server behind it changes.
  const relay = createServer((from) => {
    const to = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => (other.destroy(), sockets.delete(socket)));
    }
    from.pipe(to).pipe(from);
  });
  const [behind, port] = [await listen(relay), await freePort()];
  const folder = mkdtempSync(path.join(tmpdir(), 'milepost-caddy-'));
  const file = path.join(folder, 'Caddyfile');
  const text = readFileSync(CADDYFILE, 'utf8').replace('{\n', GLOBAL).replace('milepost:8080', `127.0.0.1:${behind}`);
  writeFileSync(file, text);
  const address = `https://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, SITE: address, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  await waitUntil('Caddy to listen', () => isOpen(port), 15_000);
  return {
    address,
    leadTo: (next) => (target = new URL(next)),
    close: () => {
      child.kill();
      relay.close();
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const portOf = (server: Server): number => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address of a TCP server is an AddressInfo
  return (server.address() as AddressInfo).port;
};

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
