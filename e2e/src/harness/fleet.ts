import type { Caller } from './caller.ts';
import type { TestServer } from './server-process.ts';
import { connectDevice, type TestDevice } from './device.ts';

/** A vehicle whose device the test drives. */
export interface DrivenVehicle {
  id: number;
  registration: string;
  tracker: TestDevice;
}

let made = 0;

/** An identity that no other device of this run has. */
export const newImei = (): string => `35693803${String(5_600_000 + made++).padStart(7, '0')}`;

/** Adds a vehicle with a new GT06 device, and connects the device. */
export async function addDrivenVehicle(
  server: TestServer,
  caller: Caller,
  registration: string,
): Promise<DrivenVehicle> {
  const imei = newImei();
  const { vehicle } = await caller.ask('adopt-device', { protocol: 'gt06', identity: imei, registration, type: 'van' });
  const tracker = await connectDevice(server, imei);
  await tracker.login();
  return { id: vehicle.id, registration, tracker };
}

/** A corner in Montevideo; 0.001 degree is about 100 m. */
export const CORNER = { lat: -34.9011, lon: -56.1645 };
