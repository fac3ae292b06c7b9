import type { LineFault, ParsedLine } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { findContacts } from './contact-records.ts';
import { findDrivers, findVehicles, type VehiclesByPlate } from './find-references.ts';
import { compactRegistration, compactSql } from './plates.ts';
import { textIn, textsIn } from './resolve-in-table.ts';

/** The values of a line by which its expense is found. */
export interface ExpenseLine {
  line: ParsedLine;
  currency: string;
  amount: number | null;
  tax: number | null;
  faults: LineFault[];
}

/** The records that the lines refer to, by name. */
export interface References {
  vehicles: VehiclesByPlate;
  /** By the given name or number. */
  drivers: Map<string, number[]>;
  vendors: Map<string, number>;
  /** The possible expenses by the index of the line, the best first. */
  expenses: Map<number, number[]>;
  /** The names of their drivers and vendors, including deleted ones. */
  driverNames: Map<number, string>;
  vendorNames: Map<number, string>;
}

export async function findReferences(
  db: Queryable,
  organisationId: number,
  requested: readonly ExpenseLine[],
): Promise<References> {
  const lines = requested.map(({ line }) => line);
  const expenses = await db.query<Found>(
    `SELECT asked.n, e.id, e.driver_id AS "driverId", d.name AS driver, e.vendor_id AS "vendorId", c.name AS vendor
     FROM jsonb_to_recordset($2) AS asked(n int, day date, kind text, amount bigint, currency text, bill text, vehicle text)
     JOIN expenses e ON e.organisation_id = $1 AND e.day = asked.day AND e.kind = asked.kind AND e.amount = asked.amount
       AND e.currency = asked.currency AND upper(coalesce(e.bill_number, '')) = upper(asked.bill) AND e.deleted_at IS NULL
     LEFT JOIN vehicles v ON v.id = e.vehicle_id LEFT JOIN drivers d ON d.id = e.driver_id
     LEFT JOIN contacts c ON c.id = e.vendor_id
     WHERE coalesce(${compactSql('v.registration')}, '') = asked.vehicle ORDER BY e.id`,
    [organisationId, JSON.stringify(requested.flatMap(keyOf))],
  );
  return {
    vehicles: await findVehicles(db, organisationId, textsIn(lines, 'vehicle')),
    drivers: await findDrivers(db, organisationId, textsIn(lines, 'driver')),
    vendors: await findContacts(db, organisationId, textsIn(lines, 'vendor')),
    expenses: new Map(
      [...Map.groupBy(expenses.rows, ({ n }) => n)].map(([n, found]) => [n, found.map(({ id }) => id)]),
    ),
    driverNames: new Map(expenses.rows.flatMap(({ driverId, driver }) => pair(driverId, driver))),
    vendorNames: new Map(expenses.rows.flatMap(({ vendorId, vendor }) => pair(vendorId, vendor))),
  };
}

interface Found {
  n: number;
  id: number;
  driverId: number | null;
  driver: string | null;
  vendorId: number | null;
  vendor: string | null;
}

const pair = (id: number | null, name: string | null): [number, string][] =>
  id === null || name === null ? [] : [[id, name]];

function keyOf({ line: { given }, amount, currency }: ExpenseLine, n: number) {
  const { day, kind } = given;
  if (typeof day !== 'string' || typeof kind !== 'string' || amount === null) return [];
  const [bill, vehicle] = [textIn(given, 'billNumber'), compactRegistration(textIn(given, 'vehicle'))];
  return [{ n, day, kind, amount, currency, bill, vehicle }];
}
