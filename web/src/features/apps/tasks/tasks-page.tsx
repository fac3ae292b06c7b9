import type { Task } from '@milepost/contract/task-operations';
import { TASK_STATES } from '@milepost/contract/task-states';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ImportButton } from '../../../ui/import/import-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ChosenBar } from '../../../ui/list-page/chosen-bar.tsx';
import { useChosenRows } from '../../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../../ui/list-page/with-choosing.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { TaskBoard } from './task-board.tsx';
import { TASK_DEFAULTS, taskCells, taskColumns } from './task-columns.tsx';
import { readFilter, ASSIGNEE_FILTER_NAMES } from './task-filter.ts';
import { WhenUsed } from '../../../ui/when-used.tsx';

const TaskDrawer = lazyPart(async () => ({ default: (await import('./task-drawer.tsx')).TaskDrawer }));
const TaskBulk = lazyPart(() => import('./task-bulk.tsx'));

const nameOf = ({ title }: Task) => title;

/** The tasks: as a board by state, or as a list; with the form beside it. */
export default function TasksPage() {
  const { t } = useTranslation();
  const list = useTableState(TASK_DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const mayCreate = useMay('tasks', 'create');
  const mayChange = useMay('tasks', 'edit');
  const picks = useChosenRows(nameOf);
  const { view, whose, state } = readFilter(params);
  const input = { ...list.state, whose, state };
  const query = useCall('get-task-list', input, { placeholderData: keepPreviousData, enabled: view === 'list' });
  const addButton = mayCreate && (
    <>
      <ImportButton kind="task" />
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
        {t('tasks.add')}
      </Button>
    </>
  );
  const viewSwitch = (
    <SegmentedControl
      aria-label={t('tasks.view-label')}
      value={view}
      onChange={(next) => list.filter({ view: next === 'list' ? 'list' : null, state: null })}
      data={(['board', 'list'] as const).map((value) => ({ value, label: t(`tasks.view.${value}`) }))}
    />
  );
  const assigneeSelect = (
    <Select
      aria-label={t('tasks.assignee')}
      placeholder={t('tasks.everybody')}
      clearable
      w={{ base: 'calc(50% - 4px)', sm: 170 }}
      data={ASSIGNEE_FILTER_NAMES.map((value) => ({ value, label: t(`tasks.whose.${value}`) }))}
      value={whose ?? null}
      onChange={(chosen) => list.filter({ whose: chosen })}
    />
  );
  return (
    <>
      {view === 'board' ? (
        <TaskBoard
          search={list.state.search}
          onSearch={(search) => list.change({ search })}
          whose={whose}
          filters={assigneeSelect}
          lead={viewSwitch}
          actions={addButton}
          onOpen={open}
        />
      ) : (
        <ListPage
          title={t('tasks.title')}
          searchLabel={t('tasks.search')}
          list={list}
          columns={mayChange ? withChoosing(t, taskColumns(t), picks, query.data?.rows) : taskColumns(t)}
          query={query}
          onOpen={({ id }) => open(id)}
          file={{
            name: 'tasks',
            columns: taskCells(t),
            fetchPage: (page, pageSize) => call('get-task-list', { ...input, page, pageSize }),
          }}
          filters={
            <>
              <Select
                aria-label={t('tasks.state-label')}
                placeholder={t('tasks.not-done')}
                clearable
                w={{ base: 'calc(50% - 4px)', sm: 170 }}
                data={TASK_STATES.map((value) => ({ value, label: t(`tasks.state.${value}`) }))}
                value={state ?? null}
                onChange={(chosen) => list.filter({ state: chosen })}
              />
              {assigneeSelect}
            </>
          }
          filtered={whose !== undefined || state !== undefined}
          retained={{ view: 'list' }}
          lead={viewSwitch}
          actions={addButton}
          empty={{
            Icon: IconListCheck,
            title: t('tasks.empty'),
            text: t('tasks.empty-text'),
            action: addButton,
          }}
        />
      )}
      {view === 'list' && (
        <ChosenBar
          picks={picks}
          rows={query.data?.rows}
          total={query.data?.total ?? 0}
          filter={{ search: list.state.search, whose, state }}
          Dialog={mayChange ? TaskBulk : undefined}
        />
      )}
      <WhenUsed>
        <TaskDrawer />
      </WhenUsed>
    </>
  );
}
