import type { RunningServer } from './server.ts';
import { VERSION } from './version.ts';

type Running = Pick<RunningServer, 'address' | 'admin' | 'gatewayPorts'>;

/**
 * What is printed once the server runs: where people and devices reach it, and the first administrator.
 * @param passwordGiven whether ADMIN_PASSWORD set the password
 */
export function banner({ address, admin, gatewayPorts }: Running, passwordGiven: boolean): string {
  // The ports are many: what a person needs first is last, above the prompt.
  const lines = [
    '',
    ...gatewayPorts.map(
      (one) => `  Devices    ${one.protocol} over ${one.transport}: port ${one.port}${takenNote(one)}`,
    ),
    '',
    `  Milepost is running, version ${VERSION}.`,
    '',
    ...(address ? [`  Address    ${address}`] : []),
    `  User       ${admin.username}`,
    `  Password   ${passwordNote(admin.password, passwordGiven)}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const takenNote = ({ taken, setting }: { taken: boolean; setting: string }) =>
  taken ? ` is in use by another program; not heard until it is free, or ${setting} names another` : '';

function passwordNote(generated: string | null, given: boolean): string {
  if (generated) return `${generated}   (shown only this once)`;
  return given ? 'that of ADMIN_PASSWORD' : 'as set before (ADMIN_PASSWORD sets a new one)';
}
