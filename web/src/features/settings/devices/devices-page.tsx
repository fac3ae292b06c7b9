import type { Device } from '@milepost/contract/device-operations';
import { Button, Select, Switch } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { IconPlugConnected, IconPlus, IconRouter } from '@tabler/icons-react';
import { FAULT_KINDS } from '../../../ui/device-fault/fault-kinds.ts';
import { faultName } from '../../../ui/device-fault/fault-words.ts';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
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
import { MoveButton } from '../../../ui/move/move-button.tsx';
import { useMayMove } from '../../../ui/move/use-may-move.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { csvColumns, DEFAULTS, tableColumns } from './device-columns.tsx';
import { DeviceDrawer } from './device-drawer.tsx';

const FAULTS = ['any', ...FAULT_KINDS] as const;

const DeviceBulk = lazyPart(() => import('./device-bulk.tsx'));

const nameOf = ({ identity }: Device) => identity;

/** All devices that the person may see, in a vehicle or free. */
export default function DevicesPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, filter } = list;
  const [params] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const mayCreate = useMay('devices', 'create');
  const mayChange = useMay('devices', 'edit');
  const mayMove = useMayMove('devices');
  const picks = useChosenRows(nameOf);
  const mayConnect = useMay('connect-device', 'view');
  const free = params.get('free') === 'true' || undefined;
  const fault = FAULTS.find((one) => one === params.get('fault'));
  const input = { ...state, free, fault };
  const query = useCall('get-device-list', input, { placeholderData: keepPreviousData });

  const buttons = (
    <>
      {mayCreate && <ImportButton kind="device" />}
      {mayCreate && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
          {t('settings.devices.add')}
        </Button>
      )}
      {mayConnect && (
        <Button
          component={Link}
          to="/settings/connect-device"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
        >
          {t('settings.devices.connect')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <ListPage
        title={t('settings.devices.title')}
        searchLabel={t('settings.devices.search')}
        columns={mayChange || mayMove ? withChoosing(t, tableColumns(t), picks, query.data?.rows) : tableColumns(t)}
        list={list}
        query={query}
        onOpen={(device: Device) => open(device.id)}
        filtered={free === true || fault !== undefined}
        filters={
          <>
            <Select
              aria-label={t('device-fault.column')}
              placeholder={t('device-fault.all')}
              clearable
              w={{ base: 150, sm: 200 }}
              data={FAULTS.map((one) => ({
                value: one as string,
                label: one === 'any' ? t('device-fault.any') : faultName(t, one),
              }))}
              value={fault ?? null}
              onChange={(chosen) => filter({ fault: chosen })}
            />
            <Switch
              label={t('settings.devices.only-free')}
              checked={free ?? false}
              onChange={(event) => filter({ free: event.currentTarget.checked ? 'true' : null })}
            />
          </>
        }
        file={{
          name: 'devices',
          columns: csvColumns(t),
          fetchPage: (page, pageSize) => call('get-device-list', { ...input, page, pageSize }),
        }}
        actions={buttons}
        empty={{
          Icon: IconRouter,
          title: t('settings.devices.empty'),
          text: t('settings.devices.empty-text'),
          action: buttons,
        }}
      />
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={{ search: state.search, free, fault }}
        Dialog={mayChange ? DeviceBulk : undefined}
      >
        {!picks.all && (
          <MoveButton
            kind="devices"
            ids={[...picks.chosen.keys()]}
            name={[...picks.chosen.values()][0] ?? ''}
            onMoved={picks.clear}
          />
        )}
      </ChosenBar>
      <DeviceDrawer opened={opened} onClose={close} />
    </>
  );
}
