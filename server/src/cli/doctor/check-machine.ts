import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { diskState } from '../../disk.ts';
import { codeOf, reasonOf } from '../../fault.ts';
import { portSetting } from '../../gateway/device-ports.ts';
import { type Finding, finding } from './finding.ts';
import type { RunningServer } from './running-server.ts';

/** Whether the data directory is there and ours alone. */
export async function checkDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  const found = finding('data directory');
  try {
    const { mode, uid } = await stat(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const own = process.getuid?.();
    if (own !== undefined && own !== 0 && uid !== own) {
      return found(
        'warning',
        `${dataDir} belongs to user ${uid}, this is user ${own}. Run commands as the user of the server.`,
      );
    }
    // As root, PostgreSQL's user must pass through it.
    if (process.platform !== 'win32' && (mode & 0o066) !== 0) {
      return found('warning', `Other users of this machine can list ${dataDir}. Run: chmod go-rw ${dataDir}`);
    }
    return found('ok', dataDir);
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return found('ok', `${dataDir} is created at the first start`);
    return found('fault', `${dataDir} cannot be used: ${reasonOf(fault)}. Give it to the user that Milepost runs as.`);
  }
}

const size = (bytes: number) => (bytes < 10e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`);

export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>, server: RunningServer | null): Promise<Finding> {
  const found = finding('disk');
  const { bsize, blocks, bavail } = await statfs(dataDir).catch(() => statfs('.'));
  const hoursLeft = server?.hoursLeft ?? null;
  const state = diskState(bavail * bsize, blocks * bsize, hoursLeft);
  const free = `${size(bavail * bsize)} of ${size(blocks * bsize)} are free`;
  const forecast = hoursLeft === null ? '' : `, full in ${Math.round(hoursLeft)} hours at the recent rate`;
  if (state === 'ready') return found('ok', `${free}${forecast}`);
  const cure = 'Free space, add some, or choose a shorter retention.';
  return found(state === 'full' ? 'fault' : 'warning', `${free}${forecast}. ${cure}`);
}

/** Whether the ports are free, or used by the server of these settings. */
export async function checkPorts(config: Config, server: RunningServer | null): Promise<Finding[]> {
  const found = finding('ports');
  if (server) {
    if (server.parts === null) {
      return [found('ok', `${config.port} is that of the running server; the state of its device ports is unknown`)];
    }
    const gateway = server.parts['gateway'] ?? 'ready';
    return [
      found('ok', `${config.port} is that of the running server`),
      /in use/.test(gateway)
        ? found('fault', `Device ports: ${gateway}. Stop the other program, or change the port in the settings.`)
        : found('ok', `device ports: ${gateway}`),
    ];
  }
  const wanted = [
    { setting: 'PORT', host: config.host, port: config.port, udp: false },
    ...(config.metricsPort ? [{ setting: 'METRICS_PORT', ...config.metricsPort, udp: false }] : []),
    ...config.gateway.protocols.flatMap((protocol) =>
      (protocol.kind === 'stream' ? protocol.transports : ['http']).map((transport) => ({
        setting: portSetting(protocol),
        host: config.gateway.host,
        port: config.gateway.ports[protocol.name] ?? 0,
        udp: transport === 'udp',
      })),
    ),
  ];
  const faults: Finding[] = [];
  for (const { setting, host, port, udp } of wanted) {
    if (port === 0) continue;
    const code = udp ? await tryUdp(host, port) : await tryTcp(host, port);
    if (code === null) continue;
    const cure =
      code === 'EADDRINUSE' ? `is in use by another program. Stop it, or set ${setting}` : `cannot be opened (${code})`;
    faults.push(found('fault', `${port}${udp ? ' (UDP)' : ''} on ${host} ${cure}.`));
  }
  return faults.length > 0 ? faults : [found('ok', `all ${wanted.length} are free`)];
}

/** @returns the code of the fault; null when it can be opened */
async function tryTcp(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen({ host, port });
    await listening;
    return null;
  } catch (fault) {
    return codeOf(fault) ?? reasonOf(fault);
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

async function tryUdp(host: string, port: number): Promise<string | null> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    const listening = once(socket, 'listening');
    socket.bind(port, host);
    await listening;
    return null;
  } catch (fault) {
    return codeOf(fault) ?? reasonOf(fault);
  } finally {
    socket.close();
  }
}
