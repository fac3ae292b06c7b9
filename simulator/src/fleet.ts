import { type Group, type GroupProfile, GROUPS, type VehicleType } from './fleet-groups.ts';
import { FIRST_NAMES, SURNAMES } from './fleet-names.ts';
import type { SimulatedProtocol } from './options.ts';
import { fraction, pick, randomFrom } from './random.ts';

export interface Depot {
  id: string;
  name: string;
  /** Degrees. */
  lat: number;
  lon: number;
}

export interface DemoVehicle {
  /** 15-digit IMEI, from the range for test equipment. */
  identity: string;
  protocol: SimulatedProtocol;
  transport: 'tcp' | 'http';
  deviceModel: string;
  registration: string;
  group: Group;
  type: VehicleType;
  make: string;
  model: string;
  driver: string;
  /** The driver's tag reported by a reader in the vehicle; null without a reader. */
  tag: string | null;
  /** Id of a depot. */
  depot: string;
  /** Minutes after local midnight, and the duration; a shift may extend past midnight. */
  shift: { name: 'day' | 'evening' | 'night'; startMinute: number; durationMinutes: number };
  /** Seconds between reports while driving. */
  intervalS: number;
  /** `silent` fell silent a day or more before the first start; `never` has not reported yet. */
  connectivity: 'normal' | 'silent' | 'never';
  /** The local weekday on which it rests at its depot, 0 for Sunday; null: it works every day. */
  restWeekday: number | null;
  /** Its driver is always late: exceeds the limit where the road allows it. */
  hurries: boolean;
  /**
   * Its recurring trouble: a loose plug silences its device now and then, or its driver calls for help once a week.
   */
  trouble: 'loosePlug' | 'callsForHelp' | null;
  /** Whether a contact of its load door is connected to the second digital input. */
  doorContact: boolean;
  /** Whether a probe in its refrigerated load space is connected to the 1-Wire bus. */
  thermometer: boolean;
  /** How its ignition wire was connected: to the key, to a permanent supply, or to nothing. */
  wire: 'right' | 'live' | 'dead';
}

export const DEPOTS: readonly Depot[] = [
  { id: 'paso-de-la-arena', name: 'Depot Paso de la Arena', lat: -34.8405, lon: -56.2655 },
  { id: 'maronas', name: 'Depot Maroñas', lat: -34.8547, lon: -56.1322 },
  { id: 'capurro', name: 'Depot Capurro', lat: -34.8693, lon: -56.2102 },
];

/** With shifts around the clock about half of the vehicles are on duty at any hour. */
const SHIFT_MINUTES = 12 * 60;
const FIRST_START_MINUTE = 5 * 60;
const DAY_MINUTES = 24 * 60;
/**
 * Multiples of these are evenly distributed over 0 to 1, whatever the number of vehicles (golden and plastic ratio).
 */
const GOLDEN = 0.618034;
const PLASTIC = 0.754878;

function groupAt(part: number): GroupProfile {
  let sum = 0;
  for (const group of GROUPS) {
    sum += group.share;
    if (part < sum) return group;
  }
  throw new RangeError(`no group at ${part}`);
}

function deviceAt(part: number): Pick<DemoVehicle, 'protocol' | 'transport' | 'deviceModel'> {
  if (part < 0.45)
    return { protocol: 'gt06', transport: 'tcp', deviceModel: part < 0.25 ? 'Concox GT06N' : 'Jimi JM-VL03' };
  if (part < 0.85) return { protocol: 'teltonika', transport: 'tcp', deviceModel: part < 0.7 ? 'FMB920' : 'FMC130' };
  return { protocol: 'osmand', transport: 'http', deviceModel: 'Phone' };
}

function connectivityOf(i: number, count: number): DemoVehicle['connectivity'] {
  if (count < 10) return 'normal';
  if (i === Math.floor(count * 0.9)) return 'never';
  return [0.23, 0.51, 0.77].some((part) => i === Math.floor(count * part)) ? 'silent' : 'normal';
}

function shiftName(startMinute: number): DemoVehicle['shift']['name'] {
  if (startMinute >= 4 * 60 && startMinute < 11 * 60) return 'day';
  return startMinute >= 11 * 60 && startMinute < 18 * 60 ? 'evening' : 'night';
}

/**
 * Returns the demo fleet, always the same for a count. Shifts begin evenly around the clock, one group after the other,
 * so that about a third of the vehicles drives at every hour.
 *
 * @param count 1 to 100,000 vehicles
 */
export function demoFleet(count: number): DemoVehicle[] {
  const order = Array.from({ length: count }, (_, i) => i).toSorted((a, b) => groupPart(a) - groupPart(b));
  const rank = new Map(order.map((vehicle, position) => [vehicle, position]));
  const fleet = Array.from({ length: count }, (_, i): DemoVehicle => {
    const random = randomFrom(1, i);
    const group = groupAt(groupPart(i));
    const startMinute =
      Math.round(FIRST_START_MINUTE + (((rank.get(i) ?? 0) + 0.5) / count) * DAY_MINUTES) % DAY_MINUTES;
    const model = pick(random, group.models);
    return {
      identity: testImei(1000 + i * 7),
      ...deviceAt((i * PLASTIC + 0.2) % 1),
      registration: registrationOf(i),
      group: group.name,
      ...model,
      driver: driverOf(i),
      tag: null,
      depot: pick(random, DEPOTS).id,
      shift: { name: shiftName(startMinute), startMinute, durationMinutes: SHIFT_MINUTES },
      intervalS: fraction(2, i) < 0.6 ? 5 : 5 + Math.floor(fraction(3, i) * 6),
      connectivity: connectivityOf(i, count),
      // A third of the fleet rests on Sunday, the others on one weekday each; a small fleet never.
      restWeekday: count < 30 ? null : i % 3 === 0 ? 0 : 1 + ((i * 5) % 6),
      hurries: i % 11 === 4,
      trouble: null,
      wire: 'right',
      doorContact: false,
      thermometer: false,
    };
  });
  give(fleet, 'teltonika', 'loosePlug');
  give(fleet, 'osmand', 'callsForHelp');
  fitReaders(fleet);
  fitDoorContacts(fleet);
  fitThermometers(fleet);
  wireWrong(fleet, 'truck', 'live');
  wireWrong(fleet, 'van', 'dead');
  return fleet;
}

/** Assigns a trouble to the first vehicle with a protocol that has no other. */
function give(fleet: readonly DemoVehicle[], protocol: DemoVehicle['protocol'], trouble: DemoVehicle['trouble']): void {
  const first = fleet.find((vehicle) => vehicle.protocol === protocol && vehicle.connectivity === 'normal');
  if (first) first.trouble = trouble;
}

/** Every second device that supports a tag reader has one; an iButton's last byte is always its family. */
function fitReaders(fleet: readonly DemoVehicle[]): void {
  const able = fleet.filter(({ protocol }) => protocol === 'teltonika');
  for (const [n, vehicle] of able.entries()) {
    if (n % 2 === 0) vehicle.tag = `${(0x5a17c0de + n * 7919).toString(16).padStart(14, '0')}01`.toUpperCase();
  }
}

/** Vans and trucks whose device has a second digital input have a contact on the load door. */
function fitDoorContacts(fleet: readonly DemoVehicle[]): void {
  for (const vehicle of fleet) {
    vehicle.doorContact = vehicle.deviceModel === 'FMC130' && (vehicle.type === 'van' || vehicle.type === 'truck');
  }
}

/** Vehicles of the cold chain whose device has a 1-Wire bus have a probe in the load space. */
function fitThermometers(fleet: readonly DemoVehicle[]): void {
  for (const vehicle of fleet) {
    vehicle.thermometer = vehicle.protocol === 'teltonika' && vehicle.group === 'Cold chain';
  }
}

/**
 * Connects the wire of the first vehicle of a type wrongly whose device reports the supply and that has no other
 * trouble.
 */
function wireWrong(fleet: readonly DemoVehicle[], type: VehicleType, wire: DemoVehicle['wire']): void {
  const first = fleet.find(
    (vehicle) =>
      vehicle.type === type &&
      vehicle.protocol === 'teltonika' &&
      vehicle.connectivity === 'normal' &&
      vehicle.trouble === null,
  );
  if (first) first.wire = wire;
}

/** 30 first names and 31 surnames, stepped through together: names repeat only after 930. */
function driverOf(i: number): string {
  return `${FIRST_NAMES[(i * 7) % FIRST_NAMES.length]} ${SURNAMES[(i * 12) % SURNAMES.length]}`;
}

function groupPart(i: number): number {
  return (0.5 + i * GOLDEN) % 1;
}

function letter(n: number): string {
  return String.fromCharCode(65 + n);
}

/**
 * Plates in the format of Montevideo's commercial vehicles: three letters and four digits; no two vehicles have the
 * same one.
 */
function registrationOf(i: number): string {
  // 7919 and 10,000 are coprime, so the digits repeat only after 10,000 vehicles.
  const digits = String((4821 + i * 7919) % 10_000).padStart(4, '0');
  return `S${letter(1 + (Math.floor(i / 10_000) % 20))}${letter(Math.floor(fraction(4, i) * 8))} ${digits}`;
}

/** Type allocation code for test equipment: reporting body 00 (GSMA TS.06). No real device has it. */
const TEST_TAC = '00440100';

/** Check digit of an IMEI's first 14 digits (Luhn; 3GPP TS 23.003, annex B). */
export function luhnDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const value = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? value * 2 : value;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** Returns the 15-digit IMEI of a simulated device, by its serial number (0 to 999,999). */
export function testImei(serial: number): string {
  const digits = TEST_TAC + String(serial).padStart(6, '0');
  return digits + String(luhnDigit(digits));
}
