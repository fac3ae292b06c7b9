import type { RecordTable } from './table-records.ts';

export const TASK_TABLE: RecordTable = {
  table: 'tasks',
  columns: {
    title: ['title', 'text'],
    note: ['note', 'text'],
    state: ['state', 'text'],
    dueOn: ['due_on', 'date'],
    assigneeId: ['assignee_id', 'int'],
    recordKind: ['record_kind', 'text'],
    recordId: ['record_id', 'int'],
    vehicleId: ['vehicle_id', 'int'],
  },
  versioned: true,
  used: `EXISTS (SELECT FROM file_links l WHERE l.record_kind = 'task' AND l.record_id = t.id)`,
  inserted: {
    created_by: '(SELECT u.id FROM users u WHERE u.id = r."actorId")',
    done_at: `CASE WHEN r.state = 'done' THEN now() END`,
  },
  updated: {
    done_at: `CASE WHEN r.state = 'done' THEN coalesce(t.done_at, now()) END`,
    // No reminder is sent for a day before the date was known.
    due_set_at: `CASE WHEN t.due_on IS DISTINCT FROM r."dueOn" THEN now() ELSE t.due_set_at END`,
    updated_at: 'now()',
  },
};
