import { fault } from '@milepost/contract/fault';
import type { ImportTarget, ParsedLine, ResolvedLine, Values } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { SEES_TASK } from '../tasks/task-rows.ts';
import { findVehicles, foundVehicle } from './find-references.ts';
import { resolveInTable, textIn, textsIn } from './resolve-in-table.ts';
import { TASK_TABLE } from './task-records.ts';

const DEFAULTS = {
  note: null,
  state: 'open',
  dueOn: null,
  assigneeId: null,
  recordKind: null,
  recordId: null,
  vehicleId: null,
} as const satisfies Values;

/**
 * Finds tasks by title, vehicle and day. Assignees are not notified of each: their list and the reminders show them.
 */
export async function resolveTasks(
  db: Queryable,
  target: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const { organisationId, userId } = target;
  const vehicles = await findVehicles(db, organisationId, textsIn(lines, 'vehicle'));
  const requested = lines.map(({ given }, n) => {
    const registration = textIn(given, 'vehicle');
    const vehicleId = registration === '' ? null : foundVehicle(vehicles, registration);
    const missing = registration !== '' && vehicleId === null;
    return {
      n,
      title: textIn(given, 'title'),
      due: given['dueOn'] ?? null,
      name: textIn(given, 'assignee'),
      vehicleId,
      missing,
    };
  });
  const tasks = await findTasks(db, organisationId, requested);
  const people = await findPeople(db, organisationId, requested);
  return resolveInTable(db, target, lines, {
    table: TASK_TABLE,
    nothing: DEFAULTS,
    isLoose: true,
    meant({ given }, index) {
      const name = textIn(given, 'vehicle');
      return {
        ids: tasks.get(index) ?? [],
        name: textIn(given, 'title'),
        field: 'title',
        faults: requested[index]?.missing ? [{ field: 'vehicle', fault: fault('no-vehicle-called', { name }) }] : [],
      };
    },
    fill({ before, after, refuse }, index) {
      const { name = '', vehicleId = null } = requested[index] ?? {};
      if (vehicleId !== null) Object.assign(after, { recordKind: 'vehicle', recordId: vehicleId, vehicleId });
      if (name === '') return;
      const mentioned = people.get(index) ?? [];
      // The present assignee stays, even without a valid account.
      if (mentioned.some(({ id }) => id === before?.['assigneeId'])) return;
      const [first, second] = mentioned.filter(({ shown }) => shown);
      if (first === undefined) refuse('assignee', fault('task-assignee'));
      else if (second !== undefined) refuse('assignee', fault('several-people', { name }));
      else after['assigneeId'] = first.id;
    },
    ...(userId !== null && { room: { of: 'task', owner: userId, field: 'title' } }),
  });
}

interface TaskLine {
  n: number;
  title: string;
  due: unknown;
  name: string;
  vehicleId: number | null;
  missing: boolean;
}

/** The possible tasks of lines, by the index of the line; open ones first. */
async function findTasks(
  db: Queryable,
  organisationId: number,
  requested: readonly TaskLine[],
): Promise<Map<number, number[]>> {
  const { rows } = await db.query<{ n: number; id: number }>(
    `SELECT asked.n, t.id
     FROM jsonb_to_recordset($2) AS asked(n int, title text, due date, "vehicleId" int)
     JOIN tasks t ON t.organisation_id = $1 AND lower(t.title) = lower(asked.title) AND t.due_on IS NOT DISTINCT FROM asked.due
       AND t.deleted_at IS NULL
       AND CASE WHEN asked."vehicleId" IS NULL THEN t.record_kind IS DISTINCT FROM 'vehicle'
         ELSE t.record_kind = 'vehicle' AND t.record_id = asked."vehicleId" END
     ORDER BY t.state = 'done', t.id`,
    [organisationId, JSON.stringify(requested.filter(({ missing }) => !missing))],
  );
  return new Map([...Map.groupBy(rows, ({ n }) => n)].map(([n, all]) => [n, all.map(({ id }) => id)]));
}

interface Person {
  id: number;
  /** Whether this person can see the task. */
  shown: boolean;
}

/** The people with these names, or otherwise user names, by the index of the line. */
async function findPeople(
  db: Queryable,
  organisationId: number,
  requested: readonly TaskLine[],
): Promise<Map<number, Person[]>> {
  const { rows } = await db.query<Person & { n: number }>(
    `SELECT t.n, u.id, ${SEES_TASK} AS shown
     FROM (SELECT n, name, "vehicleId" AS vehicle_id, $1::int AS organisation_id
       FROM jsonb_to_recordset($2) AS asked(n int, name text, "vehicleId" int)) t
     JOIN users u ON u.organisation_id = $1 AND (lower(u.display_name) = lower(t.name)
       OR (lower(u.username) = lower(t.name) AND NOT EXISTS (SELECT FROM users o
         WHERE o.organisation_id = $1 AND lower(o.display_name) = lower(t.name))))
     ORDER BY u.id`,
    [organisationId, JSON.stringify(requested.filter(({ name }) => name !== ''))],
  );
  return Map.groupBy(rows, ({ n }) => n);
}
