import type { GatewayPort } from '@milepost/contract/device-operations';

/**
 * A one-line command that sends a fix as the OsmAnd app does, from any machine with curl; null if the gateway has no
 * OsmAnd port.
 */
export function tryCommand(host: string, ports: readonly GatewayPort[]): string | null {
  const osmand = ports.find(({ protocol, transports }) => protocol === 'osmand' && transports.length > 0);
  if (osmand === undefined) return null;
  const name = host.includes(':') ? `[${host}]` : host;
  return `curl "http://${name}:${osmand.port}/?id=my-first-tracker&lat=-34.9055&lon=-56.1913&speed=12"`;
}
