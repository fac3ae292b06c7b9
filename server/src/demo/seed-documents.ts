import { REMINDER_DAYS } from '@milepost/contract/document-kinds';
import type { Queryable } from '../store/database.ts';
import { insertDocument, markRenewed } from '../store/documents/change-documents.ts';
import { onlyRow } from '../store/rows.ts';
import { type DemoDocument, driverDocuments, fleetDocuments, vehicleDocuments } from './demo-documents.ts';

/** In larger fleets, as for load tests, only this many vehicles and drivers have documents. */
const MAX_RECORDS = 500;
const CURRENCY = 'UYU';
/** The number of days that the demo's office has worked. */
const KNOWN_DAYS = 92;

/** Gives the demo's vehicles and drivers their documents, and the organisation its currency. */
export async function seedDocuments(db: Queryable, organisationId: number): Promise<void> {
  await db.query('UPDATE organisations SET currency = $2 WHERE id = $1', [organisationId, CURRENCY]);
  const today = onlyRow(
    await db.query<{ day: string }>(
      'SELECT (now() AT TIME ZONE time_zone)::date::text AS day FROM organisations WHERE id = $1',
      [organisationId],
    ),
  ).day;
  const vehicles = await db.query<{ id: number; type: string }>(
    `SELECT id, type FROM vehicles WHERE organisation_id = $1 ORDER BY id LIMIT ${MAX_RECORDS}`,
    [organisationId],
  );
  const drivers = await db.query<{ id: number }>(
    `SELECT id FROM drivers WHERE organisation_id = $1 ORDER BY id LIMIT ${MAX_RECORDS}`,
    [organisationId],
  );
  const none = { vehicleId: null, driverId: null };
  const chains = [
    ...fleetDocuments().map((chain) => ({ chain, holder: 'organisation' as const, ...none })),
    ...vehicles.rows.flatMap(({ id, type }, index) =>
      vehicleDocuments(index, type).map((chain) => ({ chain, holder: 'vehicle' as const, ...none, vehicleId: id })),
    ),
    ...drivers.rows.flatMap(({ id }, index) =>
      driverDocuments(index).map((chain) => ({ chain, holder: 'driver' as const, ...none, driverId: id })),
    ),
  ];
  for (const { chain, ...of } of chains) {
    let renewsId: number | null = null;
    for (const document of chain) {
      const fields = { ...fieldsOf(document, today), ...of, renewsId };
      const id: number = await insertDocument(db, organisationId, fields);
      if (renewsId !== null) await markRenewed(db, renewsId);
      renewsId = id;
    }
  }
  await rememberPast(db, organisationId, today);
}

function fieldsOf({ kind, number, issuer, fromDays, untilDays, cost, note }: DemoDocument, today: string) {
  const dayAt = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  return {
    kind,
    number,
    issuer,
    issuedOn: dayAt(fromDays - 5),
    validFrom: dayAt(fromDays),
    validUntil: untilDays === null ? null : dayAt(untilDays),
    cost,
    currency: cost === null ? null : CURRENCY,
    note,
  };
}

/** Marks the reminders of past days as done, as if the documents had been entered three months ago. */
async function rememberPast(db: Queryable, organisationId: number, today: string): Promise<void> {
  await db.query(
    `UPDATE documents SET created_at = now() - make_interval(days => $2), until_set_at = now() - make_interval(days => $2)
     WHERE organisation_id = $1`,
    [organisationId, KNOWN_DAYS],
  );
  await db.query(
    `INSERT INTO document_reminders (document_id, valid_until, days_before)
     SELECT d.id, d.valid_until, days FROM documents d, unnest($3::int[]) days
     WHERE d.organisation_id = $1 AND d.valid_until - days < $2::date`,
    [organisationId, today, REMINDER_DAYS],
  );
}
