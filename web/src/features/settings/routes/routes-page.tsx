import { Button, Switch } from '@mantine/core';
import { IconPlus, IconRoute } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { ROUTE_DEFAULTS, routeCells, routeColumns } from './route-columns.tsx';
import { RouteTabs } from './route-tabs.tsx';
import { WhenUsed } from '../../../ui/when-used.tsx';

const RouteDrawer = lazyPart(async () => ({ default: (await import('./route-drawer.tsx')).RouteDrawer }));

/** The routes, with the schedule, vehicle and driver of each. */
export default function RoutesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useTableState(ROUTE_DEFAULTS);
  const [params] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const mayCreate = useMay('routes', 'create');
  const archived = params.get('archived') === '1';
  const input = { ...list.state, archived };
  const query = useCall('get-route-list', input, { placeholderData: keepPreviousData });
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('routes.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('routes.title')}
        notice={<RouteTabs />}
        searchLabel={t('routes.search')}
        list={list}
        columns={routeColumns(t)}
        query={query}
        onOpen={({ id }) => void navigate(`/settings/routes/${id}`)}
        file={{
          name: 'routes',
          columns: routeCells(t),
          fetchPage: (page, pageSize) => call('get-route-list', { ...input, page, pageSize }),
        }}
        filters={
          <Switch
            label={t('routes.archived')}
            checked={archived}
            onChange={({ currentTarget }) => list.filter({ archived: currentTarget.checked ? '1' : null })}
          />
        }
        filtered={archived}
        actions={addButton}
        empty={{ Icon: IconRoute, title: t('routes.empty'), text: t('routes.empty-text'), action: addButton }}
      />
      <WhenUsed>
        <RouteDrawer
          opened={opened === 'new' ? 'new' : null}
          onClose={(saved) => (saved === undefined ? close() : void navigate(`/settings/routes/${saved}`))}
        />
      </WhenUsed>
    </>
  );
}
