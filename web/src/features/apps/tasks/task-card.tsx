import type { Task } from '@milepost/contract/task-operations';
import { TASK_STATES, type TaskState } from '@milepost/contract/task-states';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconArrowsMove } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TaskDue } from '../../../ui/tasks/task-due.tsx';
import { aboutText } from './task-columns.tsx';
import classes from './task-board.module.css';

interface Props {
  task: Task;
  mayEdit: boolean;
  dragged: boolean;
  onDrag: (task: Task | null) => void;
  onMove: (state: TaskState) => void;
  onOpen: () => void;
}

/** One task on the board: dragged, moved by its menu, or with Shift and the arrow keys. */
export function TaskCard({ task, mayEdit, dragged, onDrag, onMove, onOpen }: Props) {
  const { t } = useTranslation();
  const about = aboutText(t, task);
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!mayEdit || !event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    const forward = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr');
    const to = TASK_STATES[TASK_STATES.indexOf(task.state) + (forward ? 1 : -1)];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  }
  return (
    <li
      className={classes['card']}
      draggable={mayEdit}
      data-dragged={dragged || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(task);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <UnstyledButton
        className={classes['open'] ?? ''}
        aria-keyshortcuts={mayEdit ? 'Shift+ArrowLeft Shift+ArrowRight' : undefined}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <b>{task.title}</b>
        {about !== '' && <span>{about}</span>}
        {(task.dueOn !== null || task.assigneeName !== null) && (
          <span className={classes['foot']}>
            {task.dueOn !== null && <TaskDue task={task} />}
            {task.assigneeName !== null && <span>{task.assigneeName}</span>}
          </span>
        )}
      </UnstyledButton>
      {mayEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon className={classes['move'] ?? ''} aria-label={t('tasks.move', { name: task.title })}>
              <IconArrowsMove size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {TASK_STATES.filter((state) => state !== task.state).map((state) => (
              <Menu.Item key={state} onClick={() => onMove(state)}>
                {t(`tasks.state.${state}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
