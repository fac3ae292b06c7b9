import { networkInterfaces } from 'node:os';
import type { GatewayPort } from '@milepost/contract/device-operations';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { type DevicePorts, portSetting } from './device-ports.ts';

/** The address at which devices reach the gateway, as an installer enters it into a device. */
export function gatewayHost(listenOn: string, publicHost: string | null): { host: string; loopbackOnly: boolean } {
  const loopbackOnly = listenOn === 'localhost' || listenOn === '::1' || listenOn.startsWith('127.');
  if (publicHost) return { host: publicHost, loopbackOnly };
  const everywhere = listenOn === '0.0.0.0' || listenOn === '::';
  return { host: everywhere ? (ownAddress() ?? listenOn) : listenOn, loopbackOnly };
}

function ownAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find((address) => address.family === 'IPv4' && !address.internal)?.address;
}

/** The open ports by protocol, in the order of the registry, with the settings for a device. */
export function connectPorts(
  { listening, taken }: Pick<DevicePorts, 'listening' | 'taken'>,
  host: string,
): GatewayPort[] {
  const protocols = new Set([...listening, ...taken].map((one) => one.protocol));
  // A port that was in use at the start and was opened later is the last entry.
  return PROTOCOLS.filter((protocol) => protocols.has(protocol)).map((protocol) => {
    const mine = listening.filter((one) => one.protocol === protocol);
    const others = taken.filter((one) => one.protocol === protocol);
    const port = (mine[0] ?? others[0])?.port ?? protocol.defaultPort;
    return {
      protocol: protocol.name,
      title: protocol.title,
      transports: mine.map((one) => one.transport),
      port,
      taken: others.map((one) => one.transport),
      setting: portSetting(protocol),
      takesLayouts: protocol.kind === 'stream' && protocol.takesLayouts === true,
      setup: (mine.length > 0 && protocol.setup?.({ host, port })) || [],
    };
  });
}
