import { SERVICE_STATES } from '@milepost/contract/maintenance-kinds';
import type { ServiceDue } from '@milepost/contract/maintenance-routes';
import { Group, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { ExportMenu } from '../../../ui/data-table/export-menu.tsx';
import { SearchBox } from '../../../ui/data-table/search-box.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { MaintenanceTabs } from '../../../ui/maintenance/maintenance-tabs.tsx';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { dueCells } from './due-cells.ts';
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
