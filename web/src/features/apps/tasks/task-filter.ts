import { TASK_STATES, type TaskState } from '@milepost/contract/task-states';

const WHOSE = ['mine', 'nobody'] as const;
export type Whose = (typeof WHOSE)[number];
export const WHOSE_NAMES: readonly Whose[] = WHOSE;

export interface TaskFilter {
  view: 'board' | 'list';
  whose: Whose | undefined;
  /** Of the list: left out for all that are not done. */
  state: TaskState | undefined;
}

/** What the address says; what is not understood narrows nothing. */
export const readFilter = (params: URLSearchParams): TaskFilter => ({
  view: params.get('view') === 'list' ? 'list' : 'board',
  whose: WHOSE.find((one) => one === params.get('whose')),
  state: TASK_STATES.find((state) => state === params.get('state')),
});
