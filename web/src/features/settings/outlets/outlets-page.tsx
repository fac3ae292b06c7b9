import { OUTLET_CLASSES, OUTLET_STATES } from '@milepost/contract/outlet-kinds';
import type { Outlet } from '@milepost/contract/outlet-operations';
import { Button, Group, Select, Switch } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ImportButton } from '../../../ui/import/import-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ChosenBar } from '../../../ui/list-page/chosen-bar.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { useChosenRows } from '../../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../../ui/list-page/with-choosing.tsx';
import { OwnFilterSelect, readOwnFilter } from '../../../ui/own-fields/own-filter.tsx';
import { useOwnFields } from '../../../ui/own-fields/own-values.ts';
import { labelledOptions } from '../../../ui/rest-option.ts';
import { DEFAULTS, outletCells, outletColumns } from './outlet-columns.tsx';
import { OutletDrawer } from './outlet-drawer.tsx';
import { labelKey } from './outlet-values.ts';
import classes from './outlets-page.module.css';
import { OutletsToRoute } from './outlets-to-route.tsx';
import { UNPLACED } from './unplaced.ts';

const OutletBulk = lazyPart(() => import('./outlet-bulk.tsx'));
const OutletMap = lazyPart(() => import('./outlet-map.tsx'));

const nameOf = ({ code, name }: Outlet) => `${code} · ${name}`;

/** The outlets: list, search, filters, their locations on a map, and the form beside it. */
export default function OutletsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useTableState(DEFAULTS);
  const { state, filter } = list;
  const [params] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const mayCreate = useMay('outlets', 'create');
  const mayChange = useMay('outlets', 'edit');
  const [mayCreateRoute, mayEditRoute] = [useMay('routes', 'create'), useMay('routes', 'edit')];
  const mayChoose = mayChange || mayCreateRoute || mayEditRoute;
  const picks = useChosenRows(nameOf);
  const fields = useOwnFields('outlet');
  const onMap = params.get('map') === '1';
  const narrowed = {
    class: OUTLET_CLASSES.find((one) => one === params.get('class')),
    state: OUTLET_STATES.find((one) => one === params.get('state')),
    unplaced: params.get('unplaced') === '1' ? true : undefined,
    territoryId: Number(params.get('territory')) || undefined,
    outside: params.get('outside') === '1' ? true : undefined,
    own: readOwnFilter(params, fields),
  };
  const input = { ...state, ...narrowed };
  const query = useCall('get-outlet-list', input, { placeholderData: keepPreviousData });
  const territories = useCall('get-territory-list', {});
  const unplaced = useCall('get-outlet-list', { ...UNPLACED, pageSize: 1 }, { enabled: mayChange }).data?.total ?? 0;
  const columns = outletColumns(t, fields);
  const addButton = mayCreate && (
    <>
      <ImportButton kind="outlet" />
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
        {t('outlets.add')}
      </Button>
    </>
  );
  return (
    <div className={classes['page']} data-map={onMap || undefined}>
      <ListPage
        title={t('outlets.title')}
        notice={
          unplaced > 0 && (
            <Alert type="info" dismissible={false}>
              <Group justify="space-between" gap="sm">
                {t('outlets.placing.number', { number: formatNumber(unplaced) })}
                <Button size="xs" variant="default" component={Link} to="/settings/outlets/place">
                  {t('outlets.placing.start')}
                </Button>
              </Group>
            </Alert>
          )
        }
        searchLabel={t('outlets.search')}
        columns={mayChoose ? withChoosing(t, columns, picks, query.data?.rows) : columns}
        list={list}
        query={query}
        onOpen={(outlet: Outlet) => void navigate(`/settings/outlets/${outlet.id}`)}
        filtered={Object.values(narrowed).some((value) => value !== undefined)}
        retained={onMap ? { map: '1' } : {}}
        lead={
          <>
            <Switch
              label={t('outlets.show-map')}
              checked={onMap}
              onChange={({ currentTarget }) => filter({ map: currentTarget.checked ? '1' : null })}
            />
            <Button variant="default" component={Link} to="/settings/territory-settings">
              {t('outlets.to-territories')}
            </Button>
          </>
        }
        filters={
          <>
            <Select
              aria-label={t(labelKey('class'))}
              placeholder={t('outlets.all-classes')}
              clearable
              allowDeselect={false}
              w={{ base: 130, sm: 140 }}
              data={[...OUTLET_CLASSES]}
              value={narrowed.class ?? null}
              onChange={(chosen) => filter({ class: chosen })}
            />
            <Select
              aria-label={t(labelKey('state'))}
              placeholder={t('outlets.all-states')}
              clearable
              allowDeselect={false}
              w={{ base: 140, sm: 150 }}
              data={OUTLET_STATES.map((value) => ({ value: value as string, label: t(`outlets.state.${value}`) }))}
              value={narrowed.state ?? null}
              onChange={(chosen) => filter({ state: chosen })}
            />
            <Select
              aria-label={t(labelKey('territory'))}
              placeholder={t('outlets.all-territories')}
              clearable
              allowDeselect={false}
              searchable
              w={{ base: 150, sm: 170 }}
              data={[
                { value: 0, label: t('outlets.outside') },
                ...labelledOptions(t, territories.data?.rows, territories.data?.total),
              ]}
              value={narrowed.outside ? 0 : (narrowed.territoryId ?? null)}
              onChange={(chosen) =>
                filter({ outside: chosen === 0 ? '1' : null, territory: chosen ? String(chosen) : null })
              }
            />
            <Switch
              label={t('outlets.unplaced')}
              checked={narrowed.unplaced === true}
              onChange={({ currentTarget }) => filter({ unplaced: currentTarget.checked ? '1' : null })}
            />
            <OwnFilterSelect fields={fields} value={params.get('own')} onChange={(chosen) => filter({ own: chosen })} />
          </>
        }
        file={{
          name: 'outlets',
          columns: fields && outletCells(t, fields),
          fetchPage: (page, pageSize) => call('get-outlet-list', { ...input, page, pageSize }),
        }}
        actions={addButton}
        empty={{
          Icon: IconBuildingStore,
          title: t('outlets.empty'),
          text: t('outlets.empty-text'),
          action: addButton,
        }}
      />
      {onMap && (
        <div className={classes['side']}>
          <Suspense>
            <OutletMap filter={{ search: state.search, ...narrowed }} />
          </Suspense>
        </div>
      )}
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={{ search: state.search, ...narrowed }}
        Dialog={mayChange ? OutletBulk : undefined}
      >
        <OutletsToRoute
          ids={picks.all ? null : [...picks.chosen.keys()]}
          filter={{ search: state.search, ...narrowed }}
          count={picks.all ? (query.data?.total ?? 0) : picks.chosen.size}
        />
      </ChosenBar>
      <OutletDrawer opened={opened} onClose={close} />
    </div>
  );
}
