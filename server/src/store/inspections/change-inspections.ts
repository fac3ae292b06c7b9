import { DEFECT_SEVERITIES, type DefectSeverity, type InspectionResult } from '@milepost/contract/inspection-kinds';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { requireHere } from '../fleet/moved-vehicles.ts';
import { linkFiles } from '../files/link-files.ts';
import type { Viewer } from '../files/records.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { insertOrder } from '../work-orders/change-work-orders.ts';
import { takeOffRoad } from '../work-orders/off-road.ts';
import { andSeenInspection, noInspection } from './inspections.ts';

export interface InspectionAnswer {
  item: string;
  result: InspectionResult;
  severity: DefectSeverity | null;
  note: string | null;
  fileIds: readonly number[];
}

export interface InspectionInput {
  vehicleId: number | null;
  checklistId: number | null;
  answers: readonly InspectionAnswer[];
  odometerM: number | null;
  note: string | null;
  signedBy: string;
  signature: readonly (readonly number[])[];
  openOrder: boolean;
  outOfService: boolean;
}

const worst = (answers: readonly InspectionAnswer[]): DefectSeverity | null =>
  DEFECT_SEVERITIES.findLast((severity) => answers.some((answer) => answer.severity === severity)) ?? null;

/** Only a defect has a severity and photos. */
const tidy = ({ item, result, severity, note, fileIds }: InspectionAnswer): InspectionAnswer =>
  result === 'defect' ? { item, result, severity, note, fileIds } : { item, result, severity: null, note, fileIds: [] };

/**
 * Stores an inspection of a vehicle in the scope. A dangerous defect creates a work order, others do so on request.
 * @throws AppError `invalid` at a field
 * @returns its id, and the organisation of the vehicle
 */
export function addInspection(
  database: Database,
  viewer: Viewer,
  actor: Actor,
  input: InspectionInput,
): Promise<{ id: number; organisationId: number }> {
  return inTransaction(database, async (db) => {
    const { organisationId, currency, name } = await checkHolder(db, viewer.scope, input);
    const answers = input.answers.map((answer) => tidy(answer));
    const severity = worst(answers);
    const opens = severity === 'dangerous' || (severity !== null && input.openOrder);
    const workOrderId = opens
      ? await openOrder(db, actor, organisationId, { ...input, answers }, name, currency)
      : null;
    if (workOrderId !== null && input.outOfService) await takeOffRoad(db, actor, input.vehicleId ?? 0, workOrderId);
    const id = await audited(db, actor, { subject: 'inspection', id: null, action: 'create' }, () =>
      insertInspection(db, organisationId, { ...input, answers, name, severity, workOrderId }, actor.userId),
    );
    const fileIds = answers.flatMap((answer) => answer.fileIds);
    if (fileIds.length > 0) {
      await linkFiles(db, viewer, actor, { recordKind: 'inspection', recordId: id }, fileIds);
    }
    return { id, organisationId };
  });
}

/** @throws AppError `invalid` at a record that does not exist or is not visible */
async function checkHolder(
  db: Queryable,
  scope: Scope,
  { vehicleId, checklistId }: InspectionInput,
): Promise<{ organisationId: number; currency: string; name: string }> {
  const vehicles = await db.query<{ organisationId: number; currency: string }>(
    `SELECT v.organisation_id AS "organisationId", o.currency FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
    [vehicleId, scope.organisationIds],
  );
  const [vehicle] = vehicles.rows;
  if (!vehicle) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
  await requireHere(db, vehicleId === null ? [] : [vehicleId]);
  const checklists = await db.query<{ name: string }>(
    'SELECT name FROM checklists WHERE id = $1 AND organisation_id = $2 AND deleted_at IS NULL',
    [checklistId, vehicle.organisationId],
  );
  const [checklist] = checklists.rows;
  if (!checklist) throw fieldError('invalid', { checklistId: 'no-checklist' });
  return { ...vehicle, name: checklist.name };
}

function openOrder(
  db: Queryable,
  actor: Actor,
  organisationId: number,
  { vehicleId, answers, outOfService }: InspectionInput,
  title: string,
  currency: string,
): Promise<number> {
  const defects = answers.filter(({ result }) => result === 'defect');
  const tasks = defects.map(({ item, note }) => ({
    text: [item, note].filter((part) => part !== null).join(': '),
    planId: null,
    done: false,
  }));
  return audited(db, actor, { subject: 'work-order', id: null, action: 'create' }, () =>
    insertOrder(
      db,
      organisationId,
      {
        title,
        state: 'open',
        vehicleId: vehicleId ?? 0,
        vendorId: null,
        tasks,
        parts: [],
        labourHours: null,
        labourCost: null,
        currency,
        outFrom: outOfService ? new Date().toISOString() : null,
        outTo: null,
        note: null,
      },
      actor.userId,
    ),
  );
}

type Written = Omit<InspectionInput, 'openOrder' | 'outOfService'> & {
  name: string;
  severity: DefectSeverity | null;
  workOrderId: number | null;
  /** Left out: now. */
  at?: Date;
};

export async function insertInspection(
  db: Queryable,
  organisationId: number,
  written: Written,
  userId: number | null,
): Promise<number> {
  const { vehicleId, checklistId, name, answers, severity, odometerM, note, signedBy, signature, workOrderId } =
    written;
  const made = await db.query<{ id: number }>(
    `INSERT INTO inspections (organisation_id, vehicle_id, checklist_id, name, at, answers, defects, severity, odometer_m,
       note, signed_by, signature, work_order_id, created_by)
     VALUES ($1, $2, $3, $4, coalesce($5, now()), $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
    [
      organisationId,
      vehicleId,
      checklistId,
      name,
      written.at ?? null,
      JSON.stringify(answers),
      answers.filter(({ result }) => result === 'defect').length,
      severity,
      odometerM,
      note,
      signedBy,
      JSON.stringify(signature),
      workOrderId,
      userId,
    ],
  );
  return onlyRow(made).id;
}

/** Hides an inspection, or restores a hidden one. @throws AppError `not-found` */
export function setInspectionDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rowCount } = await db.query(
      `SELECT FROM inspections n WHERE n.id = $1 AND n.organisation_id = ANY($2) AND (n.deleted_at IS NOT NULL) = $3
         ${andSeenInspection(scope)} FOR UPDATE`,
      [id, scope.organisationIds, !deleted],
    );
    if (!rowCount) throw noInspection();
    await setDeleted(db, actor, 'inspection', id, deleted);
  });
}
