import type { LineFault, ParsedLine, Values } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { findContacts } from './contact-records.ts';
import { compactRegistration, compactSql } from './expense-records.ts';
import { registrationKey } from './resolve-vehicles.ts';

export const textIn = (given: Values, field: string): string => {
  const value = given[field];
  return typeof value === 'string' ? value : '';
};

/** Of what a line says what it is to be found by. */
export interface Asked {
  line: ParsedLine;
  currency: string;
  amount: number | null;
  tax: number | null;
  faults: LineFault[];
}

/** What the lines name, by name. */
export interface Named {
  /** By the registration without what stands between its parts. */
  vehicles: Map<string, { id: number; key: string }[]>;
  /** By the name or number as it was asked for. */
  drivers: Map<string, number[]>;
  vendors: Map<string, number>;
  /** Those that may be meant, by the index of the line, the first first. */
  expenses: Map<number, number[]>;
  /** What drivers and vendors of these are called, also those that are deleted. */
  driverNames: Map<number, string>;
  vendorNames: Map<number, string>;
}

/** The vehicle with this registration, else the only one that differs from it by spaces and hyphens alone. */
export function foundVehicle({ vehicles }: Named, registration: string): number | null {
  const alike = vehicles.get(compactRegistration(registration)) ?? [];
  const exact = alike.find(({ key }) => key === registrationKey(registration));
  return (exact ?? (alike.length === 1 ? alike[0] : undefined))?.id ?? null;
}

export async function findNamed(db: Queryable, organisationId: number, asked: readonly Asked[]): Promise<Named> {
  const all = (field: string) => [
    ...new Set(asked.map(({ line }) => textIn(line.given, field)).filter((text) => text !== '')),
  ];
  const vehicles = await db.query<{ id: number; key: string; compact: string }>(
    `SELECT id, upper(registration) AS key, ${compactSql('registration')} AS compact FROM vehicles
     WHERE organisation_id = $1 AND ${compactSql('registration')} = ANY($2) AND deleted_at IS NULL`,
    [organisationId, all('vehicle').map(compactRegistration)],
  );
  // By the name where somebody has it, else by the number.
  const drivers = await db.query<{ name: string; ids: number[] }>(
    `SELECT asked.name, array_agg(d.id ORDER BY d.id) AS ids FROM unnest($2::text[]) AS asked(name)
     JOIN drivers d ON d.organisation_id = $1 AND d.deleted_at IS NULL AND (lower(d.name) = lower(asked.name)
       OR (upper(d.number) = upper(asked.name) AND NOT EXISTS (SELECT FROM drivers o
         WHERE o.organisation_id = $1 AND o.deleted_at IS NULL AND lower(o.name) = lower(asked.name))))
     GROUP BY asked.name`,
    [organisationId, all('driver')],
  );
  const expenses = await db.query<Found>(
    `SELECT asked.n, e.id, e.driver_id AS "driverId", d.name AS driver, e.vendor_id AS "vendorId", c.name AS vendor
     FROM jsonb_to_recordset($2) AS asked(n int, day date, kind text, amount bigint, currency text, bill text, vehicle text)
     JOIN expenses e ON e.organisation_id = $1 AND e.day = asked.day AND e.kind = asked.kind AND e.amount = asked.amount
       AND e.currency = asked.currency AND upper(coalesce(e.bill_number, '')) = upper(asked.bill) AND e.deleted_at IS NULL
     LEFT JOIN vehicles v ON v.id = e.vehicle_id LEFT JOIN drivers d ON d.id = e.driver_id
     LEFT JOIN contacts c ON c.id = e.vendor_id
     WHERE coalesce(${compactSql('v.registration')}, '') = asked.vehicle ORDER BY e.id`,
    [organisationId, JSON.stringify(asked.flatMap(keyOf))],
  );
  return {
    vehicles: Map.groupBy(vehicles.rows, ({ compact }) => compact),
    drivers: new Map(drivers.rows.map(({ name, ids }) => [name, ids])),
    vendors: await findContacts(db, organisationId, all('vendor')),
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

function keyOf({ line: { given }, amount, currency }: Asked, n: number) {
  const { day, kind } = given;
  if (typeof day !== 'string' || typeof kind !== 'string' || amount === null) return [];
  const [bill, vehicle] = [textIn(given, 'billNumber'), compactRegistration(textIn(given, 'vehicle'))];
  return [{ n, day, kind, amount, currency, bill, vehicle }];
}
