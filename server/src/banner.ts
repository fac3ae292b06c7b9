import type { RunningServer } from './server.ts';
import { VERSION } from './version.ts';

type Running = Pick<RunningServer, 'address' | 'metricsAddress' | 'admin' | 'gatewayPorts'>;

/**
 * The output once the server runs: the addresses for people and devices, and the first administrator.
 * @param passwordGiven whether ADMIN_PASSWORD set the password
 */
export function banner({ address, metricsAddress, admin, gatewayPorts }: Running, passwordGiven: boolean): string {
  // There are many ports, so the lines that a person needs first come last, above the prompt.
  const lines = [
    '',
    ...gatewayPorts.map(
      (one) => `  Devices    ${one.protocol} over ${one.transport}: port ${one.port}${takenNote(one)}`,
    ),
    '',
    `  Milepost is running, version ${VERSION}.`,
    '',
    ...(metricsAddress ? [`  Metrics    ${metricsAddress}/metrics`] : []),
    ...(address ? [`  Address    ${address}`] : []),
    `  User       ${admin.username}`,
    `  Password   ${passwordNote(admin.password, passwordGiven)}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const takenNote = ({ taken, setting }: { taken: boolean; setting: string }) =>
  taken
    ? ` is in use by another program; devices are accepted when it is free, or when ${setting} names another port`
    : '';

function passwordNote(generated: string | null, given: boolean): string {
  if (generated) return `${generated}   (shown only this once)`;
  return given ? 'that of ADMIN_PASSWORD' : 'unchanged (ADMIN_PASSWORD sets a new one)';
}
