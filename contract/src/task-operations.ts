import { z } from 'zod';
import { Id, Instant, listInput, listOutput, optionalDay, optionalLines, searchText, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { RecordKind } from './file-operations.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { TASK_STATES } from './task-states.ts';

const State = z.enum(TASK_STATES);
const orNull = Id.nullish().transform((id) => id ?? null);

/** Something that a person has to do, about a record or about none. */
export const Task = z.object({
  id: Id,
  organisationId: Id,
  title: z.string(),
  note: z.string().nullable(),
  state: State,
  /** A day in the organisation's time zone. */
  dueOn: z.iso.date().nullable(),
  /** Days until `dueOn` in the organisation's time zone: 0 on that day, negative after it. */
  daysLeft: z.number().int().nullable(),
  assigneeId: Id.nullable(),
  assigneeName: z.string().nullable(),
  /** The record that it is about; null: none. */
  recordKind: RecordKind.nullable(),
  recordId: Id.nullable(),
  /** Null without a record, or if the person does not see it. */
  recordName: z.string().nullable(),
  createdByName: z.string().nullable(),
  doneAt: Instant.nullable(),
  version: Version,
});
export type Task = z.infer<typeof Task>;

const TaskInput = z
  .object({
    id: Id.optional(),
    /**
     * The owner of a new task without a record; left out: the caller's own organisation. It cannot be changed later.
     */
    organisationId: Id.optional(),
    title: text(150),
    note: optionalLines(5000),
    state: State.default('open'),
    dueOn: optionalDay,
    assigneeId: orNull,
    recordKind: RecordKind.nullish().transform((kind) => kind ?? null),
    recordId: orNull,
    version: Version.optional(),
  })
  .refine(({ recordKind, recordId }) => (recordKind === null) === (recordId === null), {
    error: faultCode('no-record'),
    path: ['recordId'],
  })
  .refine(({ recordKind }) => recordKind !== 'task', { error: faultCode('no-record'), path: ['recordId'] });

const tasks = grant('tasks');

const taskCalls = recordCalls({
  view: tasks('view'),
  remove: tasks('delete'),
  limited: 'allowed',
  subject: 'task',
  audit: 'task',
  output: z.object({ task: Task }),
});

export const taskOperations = {
  'get-task-list': operation({
    summary: 'Lists tasks, a page at a time.',
    access: tasks('view'),
    limited: 'allowed',
    input: listInput(['due', 'title', 'state', 'assignee', 'done']).extend({
      /** Left out: all tasks that are not done, or with `withDone` all. */
      state: State.optional(),
      withDone: z.boolean().optional(),
      whose: z.enum(['mine', 'nobody']).optional(),
      vehicleId: Id.optional(),
      /** Only tasks about this record, in any state. */
      recordKind: RecordKind.optional(),
      recordId: Id.optional(),
    }),
    output: listOutput(Task),
  }),
  'get-task-by-id': taskCalls.byId('Returns one task.'),
  'save-task': operation({
    summary: 'Creates or changes a task and notifies its assignee by the bell.',
    access: tasks('save'),
    limited: 'allowed',
    subject: 'task',
    audit: 'task',
    errors: [404, 409],
    example: { title: 'Call the workshop' },
    input: TaskInput,
    output: z.object({ task: Task }),
  }),
  'move-task': operation({
    summary: 'Changes only the state or the day of a task, as by dragging; other changes made meanwhile stay.',
    access: tasks('edit'),
    limited: 'allowed',
    subject: 'task',
    audit: 'task',
    errors: [404],
    unversioned: 'sets the state or the day that the person chose',
    example: { id: 999_999, state: 'done' },
    input: z
      .object({ id: Id, state: State.optional(), dueOn: z.iso.date(faultCode('choose-day')).optional() })
      .refine(({ dueOn = '2000-01-01' }) => dueOn >= '1900-01-01' && dueOn <= '2999-12-31', {
        error: faultCode('choose-day'),
        path: ['dueOn'],
      }),
    output: z.object({ task: Task }),
  }),
  'delete-task': taskCalls.deleted('Deletes a task; `restore-task` undoes it.'),
  'restore-task': taskCalls.restored('Restores a deleted task.'),
  'get-task-people': operation({
    summary:
      'Returns the people to whom tasks can be assigned by part of their name: the first 50, with the chosen one.',
    access: tasks('view'),
    limited: 'allowed',
    subject: 'task',
    bounds: { 'rows[]': 50 },
    input: z.object({ search: searchText(100), id: Id.optional() }),
    output: listOutput(z.object({ id: Id, name: z.string() })),
  }),
};
