import type { Checklist } from '@milepost/contract/inspection-operations';
import { Button } from '@mantine/core';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { formatNumber } from '../../../../text/format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../../ui/lazy-part.ts';
import { ListPage } from '../../../../ui/list-page/list-page.tsx';
import { MaintenanceTabs } from '../../../../ui/maintenance/maintenance-tabs.tsx';
import { listText } from '../../../../text/list-text.ts';
import { WhenUsed } from '../../../../ui/when-used.tsx';

const ChecklistDrawer = lazyPart(async () => ({ default: (await import('./checklist-drawer.tsx')).ChecklistDrawer }));
const DEFAULTS: TableDefaults<'name'> = { sorts: ['name'], sort: 'name', direction: 'asc' };

/** The checklists of inspections. */
export default function ChecklistsPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { open } = useOpenRecord();
  const mayCreate = useMay('maintenance', 'create');
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('maintenance.checklist.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('maintenance.checklist.title')}
        notice={<MaintenanceTabs />}
        searchLabel={t('maintenance.checklist.search')}
        list={list}
        columns={columns(t)}
        query={useCall('get-checklist-list', list.state, { placeholderData: keepPreviousData })}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'checklists',
          columns: cells(t),
          fetchPage: (page, pageSize) => call('get-checklist-list', { ...list.state, page, pageSize }),
        }}
        actions={addButton}
        empty={{
          Icon: IconListCheck,
          title: t('maintenance.checklist.empty'),
          text: t('maintenance.checklist.empty-text'),
          action: addButton,
        }}
      />
      <WhenUsed>
        <ChecklistDrawer />
      </WhenUsed>
    </>
  );
}

const typesText = (t: TFunction, { types }: Checklist) =>
  types.length === 0 ? t('maintenance.plan.all-vehicles') : listText(types.map((type) => t(`vehicle-type.${type}`)));

const columns = (t: TFunction): Column<Checklist, 'name'>[] => [
  { key: 'name', label: t('maintenance.checklist.name'), sort: 'name', render: ({ name }) => <b>{name}</b> },
  { key: 'types', label: t('maintenance.plan.for'), render: (checklist) => typesText(t, checklist) },
  {
    key: 'items',
    label: t('maintenance.checklist.items'),
    align: 'right',
    render: ({ items }) => formatNumber(items.length),
  },
];

const cells = (t: TFunction): CsvColumn<Checklist>[] => [
  { label: t('maintenance.checklist.name'), value: ({ name }) => name },
  { label: t('maintenance.plan.for'), value: (checklist) => typesText(t, checklist) },
  { label: t('maintenance.checklist.items'), value: ({ items }) => items.join('; ') },
];
