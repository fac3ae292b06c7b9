import type { Depot } from '@milepost/contract/depot-operations';
import { Button } from '@mantine/core';
import { IconBuildingWarehouse, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { coordinates } from '../../../../text/coordinates.ts';
import { formatDistance } from '../../../../text/format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../../ui/lazy-part.ts';
import { ListPage } from '../../../../ui/list-page/list-page.tsx';
import { RouteTabs } from '../route-tabs.tsx';
import { WhenUsed } from '../../../../ui/when-used.tsx';

const DepotDrawer = lazyPart(async () => ({ default: (await import('./depot-drawer.tsx')).DepotDrawer }));

const SORTS = ['name'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'name', direction: 'asc' };

const columnsOf = (t: TFunction): Column<Depot, Sort>[] => [
  { key: 'name', label: t('routes.field.name'), sort: 'name', render: ({ name }) => <b>{name}</b> },
  {
    key: 'place',
    label: t('routes.depot.place'),
    from: 480,
    render: ({ place }) => <bdi dir="ltr">{coordinates(place)}</bdi>,
  },
  {
    key: 'radiusM',
    label: t('routes.depot.radiusM'),
    align: 'right',
    render: ({ radiusM }) => formatDistance(radiusM),
  },
];

const cellsOf = (t: TFunction): CsvColumn<Depot>[] => [
  { label: t('routes.field.name'), value: ({ name }) => name },
  { label: t('routes.depot.place'), value: ({ place }) => `${place.lat}, ${place.lon}` },
  { label: t('routes.depot.radiusM'), value: ({ radiusM }) => radiusM },
];

/** The depots, where runs begin and end: list, search, and the form beside it. */
export default function DepotsPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { open } = useOpenRecord();
  const mayCreate = useMay('routes', 'create');
  const query = useCall('get-depot-list', list.state, { placeholderData: keepPreviousData });
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('routes.depot.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('routes.depot.title')}
        notice={<RouteTabs />}
        searchLabel={t('routes.depot.search')}
        list={list}
        columns={columnsOf(t)}
        query={query}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'depots',
          columns: cellsOf(t),
          fetchPage: (page, pageSize) => call('get-depot-list', { ...list.state, page, pageSize }),
        }}
        actions={addButton}
        empty={{
          Icon: IconBuildingWarehouse,
          title: t('routes.depot.empty'),
          text: t('routes.depot.empty-text'),
          action: addButton,
        }}
      />
      <WhenUsed>
        <DepotDrawer />
      </WhenUsed>
    </>
  );
}
