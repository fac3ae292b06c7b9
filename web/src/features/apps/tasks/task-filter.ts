import { TASK_STATES, type TaskState } from '@milepost/contract/task-states';

const ASSIGNEE_FILTERS = ['mine', 'nobody'] as const;
export type AssigneeFilter = (typeof ASSIGNEE_FILTERS)[number];
export const ASSIGNEE_FILTER_NAMES: readonly AssigneeFilter[] = ASSIGNEE_FILTERS;

export interface TaskFilter {
  view: 'board' | 'list';
  whose: AssigneeFilter | undefined;
  /** Only for the list: undefined for all open tasks. */
  state: TaskState | undefined;
}

/** Reads the filter of the address; invalid values are ignored. */
export const readFilter = (params: URLSearchParams): TaskFilter => ({
  view: params.get('view') === 'list' ? 'list' : 'board',
  whose: ASSIGNEE_FILTERS.find((one) => one === params.get('whose')),
  state: TASK_STATES.find((state) => state === params.get('state')),
});
