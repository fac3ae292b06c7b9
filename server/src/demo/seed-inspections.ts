import type { DefectSeverity } from '@milepost/contract/inspection-kinds';
import type { Queryable } from '../store/database.ts';
import { linkFiles } from '../store/files/link-files.ts';
import { insertInspection, type InspectionAnswer } from '../store/inspections/change-inspections.ts';
import { insertChecklist } from '../store/inspections/checklists.ts';
import type { Scope } from '../store/scope.ts';

/** In larger fleets, as for load tests, only this many vehicles were inspected. */
const MAX_RECORDS = 60;
const DAY_MS = 86_400_000;
const SERVER = { userId: null, username: null, address: null };

const ITEMS = [
  'Tyres and wheels',
  'Brakes',
  'Lights',
  'Mirrors and windscreen',
  'Leaks',
  'Horn and wipers',
  'First aid kit',
];
/** The defect of every third inspection, in turn. */
const DEFECTS: readonly { item: number; severity: DefectSeverity; note: string }[] = [
  { item: 0, severity: 'major', note: 'Front left worn to the mark' },
  { item: 2, severity: 'minor', note: 'Number plate light is out' },
  { item: 4, severity: 'minor', note: 'Drops of oil below the engine' },
];
/** Resembles a handwritten line. */
const SIGNATURE = [
  [
    120, 210, 180, 90, 240, 210, 200, 160, 290, 150, 330, 200, 360, 140, 400, 200, 460, 130, 520, 190, 600, 150, 760,
    170,
  ],
];

/** Gives the demo a checklist, and its vehicles inspections of the last three months, some with a defect. */
export async function seedInspections(db: Queryable, organisationId: number): Promise<void> {
  const name = 'Weekly check';
  const checklistId = await insertChecklist(db, organisationId, { name, types: [], items: ITEMS });
  await insertChecklist(db, organisationId, {
    name: 'Truck, before a long trip',
    types: ['truck'],
    items: [...ITEMS, 'Load is secured', 'Tachograph', 'Spare wheel'],
  });
  const { rows } = await db.query<{ id: number; driver: string | null; now: Date }>(
    `SELECT v.id, now() AS now, (SELECT d.name FROM driver_assignments a JOIN drivers d ON d.id = a.driver_id
       WHERE a.vehicle_id = v.id AND a.to_time IS NULL ORDER BY a.source, a.id LIMIT 1) AS driver
     FROM vehicles v WHERE v.organisation_id = $1 ORDER BY v.id LIMIT ${MAX_RECORDS}`,
    [organisationId],
  );
  for (const [index, { id: vehicleId, driver, now }] of rows.entries()) {
    for (const round of [0, 1, 2]) {
      const defect = (index + round) % 3 === 0 ? DEFECTS[(index + round * 2) % DEFECTS.length] : undefined;
      const answers = ITEMS.map((item, at): InspectionAnswer => {
        const found = defect?.item === at ? defect : undefined;
        return {
          item,
          result: found ? 'defect' : 'ok',
          severity: found?.severity ?? null,
          note: found?.note ?? null,
          fileIds: [],
        };
      });
      const fields = {
        vehicleId,
        checklistId,
        name,
        answers,
        severity: defect?.severity ?? null,
        odometerM: null,
        note: null,
        signedBy: driver ?? 'Taller Rambla',
        signature: SIGNATURE,
        workOrderId: null,
        at: new Date(now.getTime() - (3 + index + round * 28) * DAY_MS),
      };
      await insertInspection(db, organisationId, fields, null);
    }
  }
}

/** Attaches a photo to the newest defect of a vehicle, if it has one. */
export async function photographDefect(
  db: Queryable,
  { id: vehicleId, organisationId }: { id: number; organisationId: number },
  fileId: number,
): Promise<void> {
  const { rows } = await db.query<{ id: number; answers: InspectionAnswer[] }>(
    'SELECT id, answers FROM inspections WHERE vehicle_id = $1 AND defects > 0 ORDER BY at DESC LIMIT 1',
    [vehicleId],
  );
  const [found] = rows;
  if (!found) return;
  const answers = found.answers.map((answer) =>
    answer.result === 'defect' ? { ...answer, fileIds: [fileId] } : answer,
  );
  await db.query('UPDATE inspections SET answers = $2 WHERE id = $1', [found.id, JSON.stringify(answers)]);
  const scope: Scope = { organisationId, organisationIds: [organisationId], root: true, limit: null };
  const viewer = { scope, userId: null, kinds: ['vehicle', 'inspection'] as const };
  await linkFiles(db, viewer, SERVER, { recordKind: 'inspection', recordId: found.id }, [fileId]);
}
