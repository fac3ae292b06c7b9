import type { DocumentKind } from '@milepost/contract/document-kinds';

/** A document of the demo; days are counted from today. */
export interface DemoDocument {
  kind: DocumentKind;
  number: string;
  issuer: string;
  fromDays: number;
  /** Null when it does not expire. */
  untilDays: number | null;
  /** In hundredths of a peso. */
  cost: number | null;
  note: string | null;
}

const YEAR = 365;
const INSURERS = ['BSE', 'Sura', 'Porto Seguro', 'Mapfre'];
/** A document that expired within this many days is followed by its renewal. */
const LATELY_DAYS = 90;

interface Plan {
  kind: DocumentKind;
  /** The validity in days. */
  days: number;
  prefix: string;
  issuer: (seed: number) => string;
  cost: (seed: number) => number;
}

const issuedBy = (name: string) => () => name;
const plan = (kind: DocumentKind, days: number, prefix: string, issuer: Plan['issuer'], cost: Plan['cost']): Plan => ({
  kind,
  days,
  prefix,
  issuer,
  cost,
});
const INSURANCE = plan(
  'insurance',
  YEAR,
  'P',
  (seed) => INSURERS[seed % INSURERS.length] ?? 'BSE',
  (seed) => 2_150_000 + (seed % 17) * 65_000,
);
const OF_ALL: readonly Plan[] = [
  INSURANCE,
  plan('roadTax', YEAR, 'SUC', issuedBy('SUCIVE'), (seed) => 1_480_000 + (seed % 11) * 42_000),
  plan('pollution', 180, 'EM', issuedBy('SUCTA'), () => 189_000),
];
const OF_HEAVY: readonly Plan[] = [
  plan('fitness', YEAR, 'IT', issuedBy('SUCTA'), () => 412_000),
  plan('permit', 2 * YEAR, 'DNT', issuedBy('MTOP'), (seed) => 905_000 + (seed % 5) * 30_000),
];
const HEAVY = new Set(['truck', 'bus', 'tractor', 'trailer']);

/** The documents of the vehicle at a position in the list, each followed by its renewal. */
export function vehicleDocuments(index: number, type: string): DemoDocument[][] {
  const plans = HEAVY.has(type) ? [...OF_ALL, ...OF_HEAVY] : OF_ALL;
  const title: DemoDocument = {
    kind: 'registration',
    number: `RC-${400_000 + index * 137}`,
    issuer: 'Intendencia de Montevideo',
    fromDays: -900 - (index % 40) * 31,
    untilDays: null,
    cost: null,
    note: null,
  };
  return [[title], ...plans.map((one, at) => chainOf(one, index, endOf(index, at, one.days)))];
}

/** The documents of the driver at a position in the list. */
export function driverDocuments(index: number): DemoDocument[][] {
  const licence = plan('licence', 5 * YEAR, 'L', issuedBy('Intendencia de Montevideo'), () => 286_000);
  return [chainOf(licence, index, index === 0 ? 6 : ((index * 211) % (5 * YEAR)) - 3)];
}

/** The documents of the whole fleet. */
export const fleetDocuments = (): DemoDocument[][] => [
  chainOf({ ...INSURANCE, cost: () => 48_500_000 }, 99, 44).map((one) => ({
    ...one,
    note: 'Liability of the whole fleet',
  })),
];

/**
 * The last day, spread over the validity of a document; a few have expired, and one of each kind expires this week.
 */
function endOf(index: number, at: number, days: number): number {
  if (index === at) return [4, 0, 1, 2, 6][at] ?? 3;
  if (index % 13 === at + 5) return -1 - (index % 5);
  return (index * 83 + at * 47) % days;
}

/** The document, preceded by the one that it renewed within the last three months. */
function chainOf({ kind, days, prefix, issuer, cost }: Plan, index: number, untilDays: number): DemoDocument[] {
  const seed = index * 31 + kind.length;
  const one = (fromDays: number, number: number): DemoDocument => ({
    kind,
    number: `${prefix}-${number}`,
    issuer: issuer(seed),
    fromDays,
    untilDays: fromDays + days - 1,
    cost: cost(seed),
    note: null,
  });
  const begin = untilDays - days + 1;
  const number = 100_000 + seed * 97;
  const follows = begin <= 0 && begin > -LATELY_DAYS;
  return [...(follows ? [one(begin - days, number - 31)] : []), one(begin, number)];
}
