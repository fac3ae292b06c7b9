import type { Task } from '@milepost/contract/task-operations';
import { daysText } from '../../text/days-text.ts';
import { formatDate } from '../../text/format.ts';
import classes from './tasks.module.css';

/** The day of a task, and the time until then while it is open. */
export function TaskDue({ task: { dueOn, daysLeft, state } }: { task: Pick<Task, 'dueOn' | 'daysLeft' | 'state'> }) {
  if (dueOn === null) return '–';
  const left = state === 'done' ? null : daysLeft;
  return (
    <span>
      {formatDate(dueOn)}{' '}
      {left !== null && (
        <small className={classes['when']} data-over={left < 0 || undefined} data-today={left === 0 || undefined}>
          {daysText(left)}
        </small>
      )}
    </span>
  );
}
