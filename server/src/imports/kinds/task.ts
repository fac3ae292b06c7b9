import { OPERATIONS } from '@milepost/contract/operations';
import type { TaskState } from '@milepost/contract/task-states';
import { z } from 'zod';
import { resolveTasks } from '../../store/imports/resolve-tasks.ts';
import { TASK_TABLE } from '../../store/imports/task-records.ts';
import type { ImportDescriptor } from '../import-descriptor.ts';
import { dayBy, textBy, wordFor } from '../read-fields.ts';
import { tableWork } from '../table-import.ts';
import { NOTE_HEADINGS, VEHICLE_HEADINGS } from './shared-headings.ts';

const { shape } = OPERATIONS['save-task'].input;
const { registration } = OPERATIONS['save-vehicle'].input.shape;

const STATE_WORDS: Record<TaskState, readonly string[]> = {
  open: ['to do', 'todo', 'new', 'not started', 'pending', 'offen', 'pendiente', 'à faire'],
  doing: ['in progress', 'started', 'active', 'in arbeit', 'en curso', 'en cours'],
  done: ['closed', 'completed', 'complete', 'finished', 'erledigt', 'hecho', 'terminé'],
};

/** Tasks, of a vehicle or of none, found by title, vehicle and day. */
export const taskImport = {
  ...tableWork(TASK_TABLE),
  subject: 'task',
  resolve: resolveTasks,
  fields: {
    title: {
      words: [
        'title',
        'task',
        'task name',
        'subject',
        'summary',
        'to do',
        'name',
        'titel',
        'aufgabe',
        'betreff',
        'título',
        'tarea',
        'titre',
        'tâche',
      ],
      read: textBy(shape.title),
    },
    dueOn: {
      words: [
        'due on',
        'due',
        'due date',
        'deadline',
        'date',
        'fällig',
        'fällig am',
        'frist',
        'vencimiento',
        'fecha límite',
        'échéance',
      ],
      read: dayBy(shape.dueOn),
    },
    state: {
      words: ['state', 'status', 'progress', 'zustand', 'estado', 'état', 'statut'],
      looks: /^(to ?do|open|in progress|done|completed)$/i,
      read: wordFor(STATE_WORDS, 'taskStates'),
    },
    assignee: {
      words: [
        'assigned to',
        'assignee',
        'owner',
        'responsible',
        'user',
        'zugewiesen an',
        'verantwortlich',
        'asignado a',
        'responsable',
        'assigné à',
      ],
      read: textBy(z.string().max(100)),
    },
    vehicle: { words: VEHICLE_HEADINGS, read: textBy(registration) },
    note: {
      words: [...NOTE_HEADINGS, 'description', 'details', 'beschreibung', 'descripción'],
      read: textBy(shape.note),
    },
  },
} satisfies ImportDescriptor;
