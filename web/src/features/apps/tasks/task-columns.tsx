import type { Task } from '@milepost/contract/task-operations';
import type { TFunction } from 'i18next';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { TaskDue } from '../../../ui/tasks/task-due.tsx';
import { TaskStateChip } from '../../../ui/tasks/task-state.tsx';

const SORTS = ['due', 'title', 'state', 'assignee', 'done'] as const;
type Sort = (typeof SORTS)[number];
export const TASK_DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'due', direction: 'asc' };

/** The subject of a task, as text; empty if it has none. */
export const aboutText = (t: TFunction, { recordKind, recordName }: Task): string =>
  recordKind === null ? '' : [t(`record-kind.${recordKind}`), recordName].filter((part) => part !== null).join(' · ');

export const taskColumns = (t: TFunction): Column<Task, Sort>[] => [
  { key: 'title', label: t('tasks.name'), sort: 'title', text: true, render: ({ title }) => <b>{title}</b> },
  { key: 'due', label: t('tasks.due-on'), sort: 'due', render: (task) => <TaskDue task={task} /> },
  {
    key: 'state',
    label: t('tasks.state-label'),
    sort: 'state',
    render: ({ state }) => <TaskStateChip state={state} />,
  },
  {
    key: 'assignee',
    label: t('tasks.assignee'),
    sort: 'assignee',
    render: ({ assigneeName }) => assigneeName ?? '–',
  },
  { key: 'about', from: 900, label: t('tasks.about'), render: (task) => aboutText(t, task) || '–' },
];

/** Days as ISO 8601, so that a program can read them. */
export const taskCells = (t: TFunction): CsvColumn<Task>[] => [
  { label: t('tasks.name'), value: ({ title }) => title },
  { label: t('tasks.due-on'), value: ({ dueOn }) => dueOn },
  { label: t('tasks.state-label'), value: ({ state }) => t(`tasks.state.${state}`) },
  { label: t('tasks.assignee'), value: ({ assigneeName }) => assigneeName },
  {
    label: t('record-kind.vehicle'),
    value: ({ recordKind, recordName }) => (recordKind === 'vehicle' ? recordName : null),
  },
  { label: t('tasks.about'), value: (task) => aboutText(t, task) },
  { label: t('tasks.note'), value: ({ note }) => note },
];
