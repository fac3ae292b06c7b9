import { type Fault, fault } from '@milepost/contract/fault';
import { OPERATIONS } from '@milepost/contract/operations';
import {
  type ImportTarget,
  type LineFault,
  type ParsedLine,
  type ResolvedLine,
  isSubset,
  type Value,
  type Values,
  type MissingReference,
} from '../../imports/import-descriptor.ts';
import { currencyOf, readMoney } from '../../imports/read-money.ts';
import { checked } from '../../imports/read-fields.ts';
import type { Queryable } from '../database.ts';
import { roomFor } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { checkReadings } from './expense-readings.ts';
import { EXPENSE_WORK } from './expense-records.ts';
import { foundVehicle } from './find-references.ts';
import { type ExpenseLine, findReferences, type References } from './find-of-expenses.ts';
import { textIn } from './resolve-in-table.ts';

const { shape } = OPERATIONS['save-expense'].input;

/** The defaults of a created expense: it waits for approval, whatever state the file gives. */
const DEFAULTS = {
  state: 'submitted',
  reason: null,
  vehicleId: null,
  driverId: null,
  vendorId: null,
  tax: null,
  billNumber: null,
  odometerM: null,
  quantity: null,
  fullTank: false,
  missedFill: false,
  note: null,
} as const satisfies Values;
/** The people and time of its last decision; a line that changes the expense resets them. */
const DECISION = ['submittedBy', 'decidedBy', 'decidedAt'];
/** The fields that are copied from the line. */
const COPIED_FIELDS = ['kind', 'day', 'billNumber', 'quantity', 'fullTank', 'missedFill', 'note'];
/** Odometer values are stored to the metre. */
const METRE = 1;

/** Finds expenses by day, kind, vehicle, amount and bill number, and the records that the lines refer to. */
export async function resolveExpenses(
  db: Queryable,
  target: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const { organisationId } = target;
  const found = await db.query<{ currency: string; today: string }>(
    'SELECT currency, (now() AT TIME ZONE time_zone)::date::text AS today FROM organisations WHERE id = $1',
    [organisationId],
  );
  const own = onlyRow(found);
  const requested = lines.map((line) => readAmounts(line, own.currency));
  const mentioned = await findReferences(db, organisationId, requested);
  const stored = await EXPENSE_WORK.read(db, organisationId, [...new Set([...mentioned.expenses.values()].flat())]);
  const resolved = requested.map((one, index) => resolve(target, own, mentioned, stored, one, index));
  const read = await checkReadings(db, resolved);
  return limitVendors(db, organisationId, await warnOfTanks(db, read));
}

function readAmounts(line: ParsedLine, own: string): ExpenseLine {
  const { given } = line;
  const faults: LineFault[] = [];
  const mentioned = textIn(given, 'currency');
  const currency = mentioned === '' ? own : currencyOf(mentioned, own);
  if (currency === null) faults.push({ field: 'currency', fault: fault('other-currency', { currency: own }) });
  const read = (field: 'amount' | 'tax') => {
    const text = textIn(given, field);
    if (text === '' || currency === null) return null;
    const money = readMoney(text, currency, own);
    const refused = 'fault' in money ? money.fault : checked(shape[field], money.amount);
    if (refused !== null) faults.push({ field, fault: refused });
    return refused === null && 'amount' in money ? money.amount : null;
  };
  const [amount, tax] = [read('amount'), read('tax')];
  return { line, currency: currency ?? own, amount, tax, faults };
}

function resolve(
  { mode, creates }: ImportTarget,
  own: { currency: string; today: string },
  mentioned: References,
  stored: ReadonlyMap<number, Values>,
  { line: { line, given }, currency, amount, tax, faults }: ExpenseLine,
  index: number,
): ResolvedLine {
  const wants: MissingReference[] = [];
  const refuse = (field: string, why: Fault) => void faults.push({ field, fault: why });
  const lineOf = (id: number | null): ResolvedLine => {
    const before = id === null ? null : (stored.get(id) ?? null);
    const after: Record<string, Value> = { ...DEFAULTS, ...before };
    delete after['version'];
    for (const [field, value] of Object.entries(given)) {
      if (COPIED_FIELDS.includes(field) || field.startsWith('own:')) after[field] = value;
    }
    after['currency'] = currency;
    if (amount !== null) after['amount'] = amount;
    if (tax !== null) after['tax'] = tax;
    const { odometer } = given;
    const known = before?.['odometerM'];
    if (typeof odometer === 'number' && !(typeof known === 'number' && Math.abs(known - odometer) <= METRE)) {
      after['odometerM'] = odometer;
    }
    return { line, name: nameOf(given), id, before, after, wants: [], faults: [] };
  };

  const registration = textIn(given, 'vehicle');
  const vehicleId = foundVehicle(mentioned.vehicles, registration);
  const candidates = mentioned.expenses.get(index) ?? [];
  // Of several equal ones, the one that the line would not change.
  const those = candidates
    .filter((id) => vehicleId === null || stored.get(id)?.['vehicleId'] === vehicleId)
    .map(lineOf);
  const one = those.find(({ before, after }) => before !== null && isSubset(after, before)) ?? those[0] ?? lineOf(null);
  const { id, before } = one;
  const after: Record<string, Value> = { ...one.after };

  if (registration !== '' && vehicleId !== null) after['vehicleId'] = vehicleId;
  // A vehicle that was deleted since stays with its expenses.
  else if (registration !== '' && before === null)
    refuse('vehicle', fault('no-vehicle-called', { name: registration }));
  const driver = textIn(given, 'driver');
  if (driver !== '') {
    const [first, ...others] = mentioned.drivers.get(driver) ?? [];
    const isHis = mentioned.driverNames.get(Number(before?.['driverId']))?.toLowerCase() === driver.toLowerCase();
    if (!isHis && first === undefined) refuse('driver', fault('no-driver-called', { name: driver }));
    else if (!isHis && others.length > 0) refuse('driver', fault('several-drivers', { name: driver }));
    else if (!isHis && first !== undefined) after['driverId'] = first;
  }
  const vendor = textIn(given, 'vendor');
  if (vendor !== '') {
    const isIts = mentioned.vendorNames.get(Number(before?.['vendorId']))?.toLowerCase() === vendor.toLowerCase();
    const vendorId = mentioned.vendors.get(vendor);
    if (!isIts && vendorId !== undefined) after['vendorId'] = vendorId;
    else if (!isIts && creates.includes('vendor')) wants.push({ what: 'vendor', name: vendor, into: 'vendorId' });
    else if (!isIts) refuse('vendor', fault('no-vendor-called', { name: vendor }));
  }

  if (id !== null && mode === 'new') refuse('day', fault('record-there', { name: nameOf(given) }));
  const changes = before === null || wants.length > 0 || !isSubset(after, before);
  if (before !== null && changes) {
    if (before['state'] === 'approved') refuse('day', { code: 'expense-approved' });
    for (const field of DECISION) delete after[field];
    // As when a person corrects one in its form: it waits again.
    if (before['state'] === 'refused') Object.assign(after, { state: 'submitted', reason: null });
  }
  if (changes) for (const { field, fault: why } of faultsIn(own, after, before, faults)) refuse(field, why);
  return { line, name: one.name, id, before, after, wants, faults };
}

const nameOf = (given: Values) =>
  [textIn(given, 'day'), textIn(given, 'vehicle') || textIn(given, 'vendor') || textIn(given, 'billNumber')]
    .filter((part) => part !== '')
    .join(' ');

/** The checks of the expense form. */
function faultsIn(
  own: { currency: string; today: string },
  after: Values,
  before: Values | null,
  faults: readonly LineFault[],
): LineFault[] {
  const found: LineFault[] = [];
  const refuse = (field: string, why: Fault) => {
    if (!faults.some((one) => one.field === field)) found.push({ field, fault: why });
  };
  const { currency, day, kind, amount, tax } = after;
  if (currency !== own.currency && before === null) {
    refuse('currency', fault('other-currency', { currency: own.currency }));
  }
  if (typeof day === 'string' && day > own.today) refuse('day', { code: 'day-to-come' });
  if (typeof amount === 'number' && typeof tax === 'number' && tax > amount) refuse('tax', { code: 'tax-most' });
  if (kind === 'fuel' && after['quantity'] === null) refuse('quantity', { code: 'enter-litres' });
  if (kind === 'fuel' && after['vehicleId'] === null) refuse('vehicle', { code: 'choose-vehicle' });
  return found;
}

/** Warns of fills above the capacity of the vehicle's tank. */
async function warnOfTanks(db: Queryable, lines: readonly ResolvedLine[]): Promise<ResolvedLine[]> {
  const filled = lines.filter(
    ({ before, after }) => after['kind'] === 'fuel' && (before === null || after['quantity'] !== before['quantity']),
  );
  const { rows } = await db.query<{ id: number; tank: number }>(
    'SELECT id, tank_l AS tank FROM vehicles WHERE id = ANY($1) AND tank_l IS NOT NULL',
    [[...new Set(filled.map(({ after }) => after['vehicleId']).filter((id) => typeof id === 'number'))]],
  );
  const tanks = new Map(rows.map(({ id, tank }) => [id, tank]));
  const over = new Set(
    filled.filter(({ after }) => Number(after['quantity']) > (tanks.get(Number(after['vehicleId'])) ?? Infinity)),
  );
  return lines.map((line) => (over.has(line) ? { ...line, warnings: [...(line.warnings ?? []), 'over-tank'] } : line));
}

/** Refuses lines with new vendors beyond the limit of an organisation. */
async function limitVendors(db: Queryable, organisationId: number, lines: readonly ResolvedLine[]) {
  const names = new Set(lines.flatMap(({ wants }) => wants.map(({ name }) => name.toLowerCase())));
  if (names.size === 0) return [...lines];
  const { left, most } = await roomFor(db, 'contact', organisationId, names.size);
  if (left >= names.size) return [...lines];
  const allowed = new Set([...names].slice(0, left));
  return lines.map((line) =>
    line.wants.every(({ name }) => allowed.has(name.toLowerCase()))
      ? line
      : { ...line, faults: [...line.faults, { field: 'vendor', fault: fault('most-kept', { most }) }] },
  );
}
