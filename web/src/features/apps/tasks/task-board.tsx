import type { Task } from '@milepost/contract/task-operations';
import { TASK_STATES, type TaskState } from '@milepost/contract/task-states';
import { Group, Paper, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { ExportMenu } from '../../../ui/data-table/export-menu.tsx';
import { SearchBox } from '../../../ui/data-table/search-box.tsx';
import { refreshTasks } from '../../../api/refresh-records.ts';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { BoardColumn } from './board-column.tsx';
import { taskCells } from './task-columns.tsx';
import type { AssigneeFilter } from './task-filter.ts';
import classes from './task-board.module.css';

interface Props {
  search: string;
  onSearch: (search: string) => void;
  whose: AssigneeFilter | undefined;
  filters: ReactNode;
  lead: ReactNode;
  actions: ReactNode;
  onOpen: (id: number) => void;
}

/** The number of tasks shown of each state. */
const SHOWN = 50;

/** Tasks by their state, dragged or moved by keys from one to the next. */
export function TaskBoard({ search, onSearch, whose, filters, lead, actions, onOpen }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('tasks', 'edit');
  const [dragged, setDragged] = useState<Task | null>(null);
  const [over, setOver] = useState<TaskState | null>(null);
  const options = { placeholderData: keepPreviousData };
  const base = { search, whose, pageSize: SHOWN };
  const queries = {
    open: useCall('get-task-list', { ...base, state: 'open' }, options),
    doing: useCall('get-task-list', { ...base, state: 'doing' }, options),
    done: useCall('get-task-list', { ...base, state: 'done', sort: 'done', direction: 'desc' }, options),
  };

  async function move(task: Task, state: TaskState) {
    setOver(null);
    setDragged(null);
    if (task.state === state) return;
    try {
      await call('move-task', { id: task.id, state });
      notify(t('tasks.moved', { name: task.title, state: t(`tasks.state.${state}`) }));
    } catch (error) {
      notifyError(t, error);
    }
    refreshTasks();
  }
  return (
    <div className={classes['page']}>
      <Group justify="space-between" gap="sm">
        <Title order={1} size={20}>
          {t('tasks.title')}
        </Title>
        <Group gap="xs">
          {lead}
          <ExportMenu
            title={t('tasks.title')}
            name="tasks"
            columns={taskCells(t)}
            fetchPage={(page, pageSize) => call('get-task-list', { search, whose, withDone: true, page, pageSize })}
          />
          {actions}
        </Group>
      </Group>
      <Paper withBorder radius="lg" p="sm">
        <Group gap="xs">
          <SearchBox label={t('tasks.search')} value={search} onChange={onSearch} />
          {filters}
        </Group>
      </Paper>
      <div className={classes['board']}>
        {TASK_STATES.map((state) => (
          <BoardColumn
            key={state}
            state={state}
            query={queries[state]}
            mayEdit={mayEdit}
            dragged={dragged}
            over={over === state && dragged !== null && dragged.state !== state}
            onDrag={setDragged}
            onOver={() => setOver(state)}
            onDrop={() => dragged && void move(dragged, state)}
            onMove={(task, to) => void move(task, to)}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  );
}
