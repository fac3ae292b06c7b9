import { fault } from '@milepost/contract/fault';
import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { isDriverSeen } from '../drivers/drivers.ts';
import { requireCome, requireHere } from '../fleet/moved-vehicles.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { isContactSeen } from '../contacts/contacts.ts';

interface OfExpense {
  vehicleId: number | null;
  driverId: number | null;
  vendorId: number | null;
  /** The day of a single expense. */
  day?: string;
}

/**
 * The organisation of the vehicle, otherwise of the driver, otherwise the caller's.
 * @param before the expense before the change
 * @throws AppError `invalid` at a record that is not visible, `conflict` for a vehicle that moved away or arrived later
 */
export async function organisationFor(
  db: Queryable,
  scope: Scope,
  input: OfExpense,
  before: Pick<OfExpense, 'vehicleId'> | null,
): Promise<number> {
  const { vehicleId, driverId, vendorId, day = null } = input;
  if (scope.limit !== null && vehicleId === null) throw fieldError('invalid', { vehicleId: 'choose-vehicle' });
  const ownerOf = async (sql: string, id: number) => {
    const { rows } = await db.query<{ organisationId: number }>(sql, [id, scope.organisationIds]);
    return rows[0]?.organisationId;
  };
  const ofVehicle =
    vehicleId === null
      ? null
      : await ownerOf(
          `SELECT organisation_id AS "organisationId" FROM vehicles v
           WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
          vehicleId,
        );
  if (ofVehicle === undefined) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
  if (vehicleId !== null) {
    await requireHere(db, [vehicleId], { former: before?.vehicleId, day });
    await requireCome(db, scope, vehicleId, { former: before?.vehicleId, day });
  }
  const ofDriver =
    driverId === null
      ? null
      : await ownerOf(
          `SELECT organisation_id AS "organisationId" FROM drivers
           WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL`,
          driverId,
        );
  const driverSeen = driverId === null || (ofDriver !== undefined && (await isDriverSeen(db, scope, driverId)));
  if (!driverSeen) throw fieldError('invalid', { driverId: 'no-driver' });
  if (!(await isContactSeen(db, scope, vendorId))) throw fieldError('invalid', { vendorId: 'no-contact' });
  return ofVehicle ?? ofDriver ?? scope.organisationId;
}

/** @throws AppError `invalid` for a currency that is neither the organisation's nor the expense's former one */
export async function currencyFor(
  db: Queryable,
  organisationId: number,
  { currency }: { currency: string | null },
  before: { currency: string } | null,
): Promise<string> {
  const found = await db.query<{ currency: string }>('SELECT currency FROM organisations WHERE id = $1', [
    organisationId,
  ]);
  const own = onlyRow(found).currency;
  if (currency === null || currency === own || currency === before?.currency) return currency ?? own;
  throw fieldError('invalid', { amount: fault('other-currency', { currency: own }) });
}
