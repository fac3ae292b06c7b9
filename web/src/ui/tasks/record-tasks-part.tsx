import { type RecordKind, recordPath } from '@milepost/contract/record-kinds';
import type { Task } from '@milepost/contract/task-operations';
import { Button, Group, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { notify, notifyError } from '../toast/notify.ts';
import { MakeTask } from './make-task.tsx';
import { refreshTasks } from '../../api/refresh-records.ts';
import { TaskDue } from './task-due.tsx';
import { TaskStateChip } from './task-state.tsx';
import classes from './tasks.module.css';

export interface RecordTasksProps {
  kind: RecordKind;
  id: number;
  /** The title of a new task about it. */
  title: string;
  /** The due day of a new task about it. */
  dueOn?: string | null;
}

const MAX_TITLE = 150;

/** The tasks about a record, each a link to it, and a button that makes another. */
export default function RecordTasksPart({ kind, id, title, dueOn = null }: RecordTasksProps) {
  const { t } = useTranslation();
  const mayCreate = useMay('tasks', 'create');
  const mayDelete = useMay('tasks', 'delete');
  const { data, error, refetch } = useCall('get-task-list', { recordKind: kind, recordId: id });
  const [making, setMaking] = useState(false);
  function onMade(task: Task) {
    setMaking(false);
    refreshTasks();
    const text = t('tasks.made', { name: task.title });
    if (mayDelete) notifyWithUndo(t, text, () => void undo(task.id));
    else notify(text);
  }
  async function undo(taskId: number) {
    try {
      await call('delete-task', { id: taskId });
    } catch (failure) {
      notifyError(t, failure);
    }
    refreshTasks();
  }
  const rows = data?.rows ?? [];
  if (!mayCreate && rows.length === 0 && !error) return null;
  return (
    <section aria-label={t('tasks.title')}>
      <Group justify="space-between" mb={6}>
        <Text fw={600} size="sm">
          {t('tasks.title')}
        </Text>
        {mayCreate && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconListCheck size={16} stroke={1.8} aria-hidden />}
            onClick={() => setMaking(true)}
          >
            {t('tasks.make')}
          </Button>
        )}
      </Group>
      {making && (
        <MakeTask
          kind={kind}
          id={id}
          title={title.slice(0, MAX_TITLE).trim()}
          dueOn={dueOn}
          onClose={() => setMaking(false)}
          onMade={onMade}
        />
      )}
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <ul className={classes['list']}>
        {rows.map((task) => (
          <li key={task.id}>
            <Link to={`/${recordPath('task', task.id)}`}>
              <b>{task.title}</b>
              {task.dueOn !== null && <TaskDue task={task} />}
              <TaskStateChip state={task.state} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
