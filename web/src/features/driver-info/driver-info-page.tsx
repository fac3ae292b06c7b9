import { type Driver, DRIVER_STATES, LICENCE_STATES } from '@milepost/contract/driver-operations';
import { Button, Select } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { IconId, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { useToday } from '../../live/use-today.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { ImportButton } from '../../ui/import/import-button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ChosenBar } from '../../ui/list-page/chosen-bar.tsx';
import { useChosenRows } from '../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../ui/list-page/with-choosing.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { labelledOptions } from '../../ui/rest-option.ts';
import { OwnFilterSelect, readOwnFilter } from '../../ui/own-fields/own-filter.tsx';
import { useOwnFields } from '../../ui/own-fields/own-values.ts';
import { csvColumns, DEFAULTS, driverColumns } from './driver-columns.tsx';
import { DriverDrawer } from './driver-drawer.tsx';

const DriverBulk = lazyPart(() => import('./driver-bulk.tsx'));

const nameOf = ({ name }: Driver) => name;

/** All drivers that the person may see: list, search, filters, and the form beside it. */
export default function DriverInfoPage() {
  const { t } = useTranslation();
  const today = useToday();
  const navigate = useNavigate();
  const list = useTableState(DEFAULTS);
  const { state, filter } = list;
  const [params] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const mayCreate = useMay('drivers', 'create');
  const picks = useChosenRows(nameOf);
  const mayChange = useMay('drivers', 'edit');
  const mayGroups = useMay('vehicles', 'view');
  const groupId = Number(params.get('group')) || undefined;
  const presence = DRIVER_STATES.find((one) => one === params.get('state')) ?? 'present';
  const licence = LICENCE_STATES.find((one) => one === params.get('licence'));
  const fields = useOwnFields('driver');
  const own = readOwnFilter(params, fields);
  const input = { ...state, groupId, state: presence, licence, own };
  const query = useCall('get-driver-list', input, { placeholderData: keepPreviousData });
  const groups = useCall('get-group-list', {}, { enabled: mayGroups });
  const columns = driverColumns(t, today, fields);
  const addButton = mayCreate && (
    <>
      <ImportButton kind="driver" />
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
        {t('driver-info.add')}
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        title={t('driver-info.title')}
        searchLabel={t('driver-info.search')}
        columns={mayChange ? withChoosing(t, columns, picks, query.data?.rows) : columns}
        list={list}
        query={query}
        onOpen={(driver: Driver) => void navigate(`/driver-info/${driver.id}`)}
        filtered={groupId !== undefined || licence !== undefined || presence !== 'present' || own !== undefined}
        filters={
          <>
            {mayGroups && (
              <Select
                aria-label={t('driver-info.group')}
                placeholder={t('driver-info.all-groups')}
                clearable
                searchable
                w={{ base: 140, sm: 160 }}
                data={labelledOptions(t, groups.data?.rows, groups.data?.total)}
                value={groupId ?? null}
                onChange={(id) => filter({ group: id === null ? null : String(id) })}
              />
            )}
            <Select
              aria-label={t('driver-info.licence-label')}
              placeholder={t('driver-info.every-licence')}
              clearable
              w={{ base: 150, sm: 180 }}
              data={LICENCE_STATES.map((one) => ({ value: one as string, label: t(`driver-info.licence.${one}`) }))}
              value={licence ?? null}
              onChange={(chosen) => filter({ licence: chosen })}
            />
            <Select
              aria-label={t('driver-info.state-label')}
              allowDeselect={false}
              w={{ base: 130, sm: 150 }}
              data={DRIVER_STATES.map((one) => ({ value: one as string, label: t(`driver-info.state.${one}`) }))}
              value={presence}
              onChange={(chosen) => filter({ state: chosen === 'present' ? null : chosen })}
            />
            <OwnFilterSelect fields={fields} value={params.get('own')} onChange={(chosen) => filter({ own: chosen })} />
          </>
        }
        file={{
          name: 'drivers',
          columns: fields && csvColumns(t, fields),
          fetchPage: (page, pageSize) => call('get-driver-list', { ...input, page, pageSize }),
        }}
        actions={addButton}
        empty={{
          Icon: IconId,
          title: t('driver-info.empty'),
          text: t('driver-info.empty-text'),
          action: addButton,
        }}
      />
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={{ search: state.search, groupId, state: presence, licence, own }}
        Dialog={mayChange ? DriverBulk : undefined}
      />
      <DriverDrawer opened={opened} onClose={close} />
    </>
  );
}
