import { canHold, type DocumentHolder, type DocumentKind, isDocumentKind } from '@milepost/contract/document-kinds';
import { type Fault, fault } from '@milepost/contract/fault';
import { OPERATIONS } from '@milepost/contract/operations';
import type { ImportTarget, LineFault, ParsedLine, ResolvedLine, Values } from '../../imports/import-descriptor.ts';
import { checked } from '../../imports/read-fields.ts';
import { currencyOf, readMoney } from '../../imports/read-money.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { DOCUMENT_TABLE } from './document-records.ts';
import { findDrivers, findVehicles, foundVehicle } from './find-references.ts';
import { type Draft, resolveInTable, textIn, textsIn } from './resolve-in-table.ts';

const { cost: Cost } = OPERATIONS['save-document'].input.shape;

const DEFAULTS = {
  vehicleId: null,
  driverId: null,
  number: null,
  issuer: null,
  issuedOn: null,
  validFrom: null,
  validUntil: null,
  cost: null,
  currency: null,
  note: null,
} as const satisfies Values;

/** The holder of a document, as given in its line. */
interface Held {
  kind: DocumentKind;
  vehicleId: number | null;
  /** All drivers of that name. */
  driverIds: readonly number[];
  own: boolean;
}

interface Organisation {
  name: string;
  currency: string;
}

/** Finds documents by kind, holder and number; those without a number by their last day instead. */
export async function resolveDocuments(
  db: Queryable,
  target: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const { organisationId } = target;
  const found = await db.query<Organisation>('SELECT name, currency FROM organisations WHERE id = $1', [
    organisationId,
  ]);
  const organisation = onlyRow(found);
  const vehicles = await findVehicles(db, organisationId, textsIn(lines, 'vehicle'));
  const drivers = await findDrivers(db, organisationId, textsIn(lines, 'driver'));
  const held = lines.map(({ given }) => {
    const faults: LineFault[] = [];
    const refuse = (field: string, why: Fault) => void faults.push({ field, fault: why });
    return { holder: holderOf(given, refuse), faults };
  });
  const holders = held.map(({ holder, faults }, index): Held | null => {
    const given = lines[index]?.given ?? {};
    const { kind } = given;
    if (holder === null || typeof kind !== 'string' || !isDocumentKind(kind)) return null;
    const refuse = (field: string, why: Fault) => void faults.push({ field, fault: why });
    if (holder === 'vehicle') {
      const name = textIn(given, 'vehicle');
      const vehicleId = foundVehicle(vehicles, name);
      if (vehicleId === null) refuse('vehicle', fault('no-vehicle-called', { name }));
      return { kind, vehicleId, driverIds: [], own: false };
    }
    if (holder === 'driver') {
      const name = textIn(given, 'driver');
      const driverIds = drivers.get(name) ?? [];
      if (driverIds.length === 0) refuse('driver', fault('no-driver-called', { name }));
      return { kind, vehicleId: null, driverIds, own: false };
    }
    const own = textIn(given, 'organisation').toLowerCase() === organisation.name.toLowerCase();
    if (!own) refuse('organisation', fault('no-organisation'));
    return { kind, vehicleId: null, driverIds: [], own };
  });
  const documents = await findDocuments(db, organisationId, lines, holders);
  return resolveInTable(db, target, lines, {
    table: DOCUMENT_TABLE,
    nothing: DEFAULTS,
    isLoose: true,
    meant({ given }, index) {
      const name = [textIn(given, held[index]?.holder ?? 'vehicle'), textIn(given, 'number')].filter(
        (part) => part !== '',
      );
      return {
        ids: documents.get(index) ?? [],
        name: name.join(' · ') || textIn(given, 'kind'),
        field: textIn(given, 'number') === '' ? 'kind' : 'number',
        faults: held[index]?.faults ?? [],
      };
    },
    fill(draft, index) {
      fillHolder(draft, holders[index] ?? null);
      fillCost(draft, organisation.currency);
      const { issuedOn, validFrom, validUntil } = draft.after;
      const first = validFrom ?? issuedOn;
      if (typeof first === 'string' && typeof validUntil === 'string' && validUntil < first) {
        draft.refuse('validUntil', fault('not-before-start'));
      }
    },
  });
}

const HOLDERS = ['vehicle', 'driver', 'organisation'] as const;

/** The first holder of a line that can have such a document. */
function holderOf(given: Values, refuse: (field: string, why: Fault) => void): DocumentHolder | null {
  const { kind } = given;
  if (typeof kind !== 'string' || !isDocumentKind(kind)) return null;
  const mentioned = HOLDERS.filter((holder) => textIn(given, holder) !== '');
  const holder = mentioned.find((one) => canHold(kind, one));
  if (holder !== undefined) return holder;
  if (mentioned.length > 0) refuse('kind', fault('document-kind-holder'));
  else if (canHold(kind, 'vehicle')) refuse('vehicle', fault('choose-vehicle'));
  else refuse('driver', fault('choose-driver'));
  return null;
}

function fillHolder({ id, before, after, given, refuse }: Draft, held: Held | null): void {
  if (held === null) return;
  const [driverId, ...others] = held.driverIds;
  after['vehicleId'] = held.vehicleId;
  after['driverId'] = before?.['driverId'] ?? driverId ?? null;
  if (id === null && others.length > 0) refuse('driver', fault('several-drivers', { name: textIn(given, 'driver') }));
}

function fillCost({ given, before, after, refuse }: Draft, own: string): void {
  const mentioned = textIn(given, 'currency');
  const currency = mentioned === '' ? String(before?.['currency'] ?? own) : currencyOf(mentioned, own);
  const text = textIn(given, 'cost');
  if (text === '' && after['cost'] === null) return;
  // A document in another currency keeps that currency.
  if (currency === null || (currency !== own && currency !== before?.['currency'])) {
    refuse('currency', fault('other-currency', { currency: own }));
    return;
  }
  after['currency'] = currency;
  if (text === '') return;
  const money = readMoney(text, currency, own);
  const refused = 'fault' in money ? money.fault : checked(Cost, money.amount);
  if (refused !== null) refuse('cost', refused);
  else if ('amount' in money) after['cost'] = money.amount;
}

/** The possible documents of lines, by the index of the line: the current one first. */
async function findDocuments(
  db: Queryable,
  organisationId: number,
  lines: readonly ParsedLine[],
  holders: readonly (Held | null)[],
): Promise<Map<number, number[]>> {
  const requested = holders.flatMap((held, n) => {
    const given = lines[n]?.given ?? {};
    return held === null ? [] : [{ n, ...held, number: textIn(given, 'number'), until: given['validUntil'] ?? null }];
  });
  const columns = 'id, organisation_id, kind, number, valid_until, renewed';
  const { rows } = await db.query<{ n: number; id: number }>(
    `SELECT asked.n, d.id
     FROM jsonb_to_recordset($2) AS asked(n int, kind text, "vehicleId" int, "driverIds" int[], own boolean, number text, until date)
     CROSS JOIN LATERAL (
       SELECT ${columns} FROM documents WHERE vehicle_id = asked."vehicleId" AND deleted_at IS NULL
       UNION ALL SELECT ${columns} FROM documents WHERE driver_id = ANY(asked."driverIds") AND deleted_at IS NULL
       UNION ALL SELECT ${columns} FROM documents WHERE asked.own AND organisation_id = $1 AND vehicle_id IS NULL
         AND driver_id IS NULL AND deleted_at IS NULL) d
     WHERE d.organisation_id = $1 AND d.kind = asked.kind AND CASE WHEN asked.number = ''
       THEN d.number IS NULL AND d.valid_until IS NOT DISTINCT FROM asked.until
       ELSE upper(d.number) = upper(asked.number) END
     ORDER BY d.renewed, d.valid_until IS DISTINCT FROM asked.until, d.valid_until DESC, d.id`,
    [organisationId, JSON.stringify(requested)],
  );
  return new Map([...Map.groupBy(rows, ({ n }) => n)].map(([n, all]) => [n, all.map(({ id }) => id)]));
}
