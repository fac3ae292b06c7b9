import { TASK_STATES, type TaskState } from '@milepost/contract/task-states';

const ASSIGNEE_FILTERS = ['mine', 'nobody'] as const;
export type AssigneeFilter = (typeof ASSIGNEE_FILTERS)[number];
export const ASSIGNEE_FILTER_NAMES: readonly AssigneeFilter[] = ASSIGNEE_FILTERS;

export interface TaskFilter {
  view: 'board' | 'list';
  whose: AssigneeFilter | undefined;
  /** Of the list: left out for all that are not done. */
  state: TaskState | undefined;
}

/** What the address says; what is not understood narrows nothing. */
export const readFilter = (params: URLSearchParams): TaskFilter => ({
  view: params.get('view') === 'list' ? 'list' : 'board',
  whose: ASSIGNEE_FILTERS.find((one) => one === params.get('whose')),
  state: TASK_STATES.find((state) => state === params.get('state')),
});
