import { Group, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SERVICE_STATES } from '@milepost/contract/maintenance-kinds';
import type { ServiceDue } from '@milepost/contract/maintenance-operations';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import { ExportMenu } from '../../../ui/data-table/export-menu.tsx';
import { SearchBox } from '../../../ui/data-table/search-box.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { MaintenanceTabs } from '../../../ui/maintenance/maintenance-tabs.tsx';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { BoardColumn } from './board-column.tsx';
import classes from './maintenance.module.css';

const DoneDrawer = lazyPart(async () => ({
  default: (await import('../../../ui/maintenance/done-drawer.tsx')).DoneDrawer,
}));

/** The services that are overdue, due soon, or later, by vehicle. */
export default function MaintenancePage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const mayEdit = useMay('maintenance', 'edit');
  const [done, setDone] = useState<ServiceDue | null>(null);
  const search = (params.get('search') ?? '').slice(0, 100);
  function look(text: string) {
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (text === '') next.delete('search');
      else next.set('search', text);
      return next;
    }, SAME_PAGE);
  }
  return (
    <div className={classes['page']}>
      <Group justify="space-between" gap="sm">
        <Title order={1} size={20}>
          {t('maintenance.title')}
        </Title>
        <ExportMenu
          title={t('maintenance.title')}
          name="maintenance"
          columns={dueCells(t)}
          fetchPage={(page, pageSize) => call('get-service-due-list', { search, page, pageSize })}
        />
      </Group>
      <MaintenanceTabs />
      <Group>
        <SearchBox label={t('maintenance.search')} value={search} onChange={look} />
      </Group>
      <div className={classes['board']}>
        {SERVICE_STATES.map((state) => (
          <BoardColumn key={state} state={state} search={search} onDone={mayEdit ? setDone : undefined} />
        ))}
      </div>
      <Suspense>{mayEdit && <DoneDrawer due={done} onClose={() => setDone(null)} />}</Suspense>
    </div>
  );
}

const tenths = (value: number) => Math.round(value * 10) / 10;
const km = (metres: number | null) => (metres === null ? null : tenths(metres / 1000));
const hours = (seconds: number | null) => (seconds === null ? null : tenths(seconds / 3600));

/** Days as ISO 8601, kilometres and hours as numbers, so that a program can read them. */
function dueCells(t: TFunction): CsvColumn<ServiceDue>[] {
  const label = (key: string) => t(`maintenance.${key}`);
  return [
    { label: label('vehicle'), value: ({ registration }) => registration },
    { label: label('task'), value: ({ task }) => task },
    { label: label('state-label'), value: ({ state }) => t(`maintenance.state.${state}`) },
    { label: label('due-on'), value: ({ dueOn }) => dueOn },
    { label: label('days-left'), value: ({ daysLeft }) => daysLeft },
    { label: label('due-by'), value: ({ dueBy }) => dueBy && t(`maintenance.by.${dueBy}`) },
    { label: label('left-km'), value: ({ leftM }) => km(leftM) },
    { label: label('left-hours'), value: ({ leftEngineS }) => hours(leftEngineS) },
    { label: label('used-km'), value: ({ usedM }) => km(usedM) },
    { label: label('per-day-km'), value: ({ perDayM }) => km(perDayM) },
    { label: label('last-day'), value: ({ lastDay }) => lastDay },
  ];
}
