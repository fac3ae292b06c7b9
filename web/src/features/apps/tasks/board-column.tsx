import type { Task } from '@milepost/contract/task-operations';
import type { TaskState } from '@milepost/contract/task-states';
import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { TaskCard } from './task-card.tsx';
import classes from './task-board.module.css';

interface Props {
  state: TaskState;
  query: UseQueryResult<{ rows: Task[]; total: number }>;
  mayEdit: boolean;
  dragged: Task | null;
  /** True while a card is dragged over it that can be dropped. */
  over: boolean;
  onDrag: (task: Task | null) => void;
  onOver: () => void;
  onDrop: () => void;
  onMove: (task: Task, state: TaskState) => void;
  onOpen: (id: number) => void;
}

/** The tasks of one state. */
export function BoardColumn({ state, query, mayEdit, dragged, over, ...props }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { data, error } = query;
  const rest = data ? data.total - data.rows.length : 0;
  return (
    <section
      className={classes['column']}
      aria-labelledby={id}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        props.onOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
    >
      <h2 id={id}>
        {t(`tasks.state.${state}`)} <small>{data ? formatNumber(data.total) : ''}</small>
      </h2>
      {error && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton height={84} radius="md" />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed" p={4}>
          {t('tasks.none')}
        </Text>
      )}
      <ul>
        {data?.rows.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            mayEdit={mayEdit}
            dragged={dragged?.id === task.id}
            onDrag={props.onDrag}
            onMove={(to) => props.onMove(task, to)}
            onOpen={() => props.onOpen(task.id)}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Link className={classes['more']} to={`/apps/tasks?view=list&state=${state}`}>
          {t('tasks.more', { count: rest, number: formatNumber(rest) })}
        </Link>
      )}
    </section>
  );
}
