import { MOVED_CHOICES, VEHICLE_STATUSES } from '@milepost/contract/vehicle-kinds';
import type { ListedVehicle } from '@milepost/contract/vehicle-operations';
import { Button, Select } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { IconCar, IconEdit, IconFileDescription, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { ImportButton } from '../../ui/import/import-button.tsx';
import { ChosenBar } from '../../ui/list-page/chosen-bar.tsx';
import { MoveButton } from '../../ui/move/move-button.tsx';
import { useMayMove } from '../../ui/move/use-may-move.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { SendToChosen } from './send-to-chosen.tsx';
import { VehicleDrawer } from './vehicle-drawer.tsx';
import { csvColumns, DEFAULTS, type Details, tableColumns } from './vehicle-columns.tsx';
import { OwnFilterSelect, readOwnFilter } from '../../ui/own-fields/own-filter.tsx';
import { useOwnFields } from '../../ui/own-fields/own-values.ts';
import { InviteButton } from './invite-button.tsx';
import { useChosenRows } from '../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../ui/list-page/with-choosing.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { labelledOptions } from '../../ui/rest-option.ts';

const VehicleBulk = lazyPart(() => import('./vehicle-bulk.tsx'));

const nameOf = ({ registration }: ListedVehicle) => registration;

/** All vehicles that the person may see: list, search, and the form beside it. */
export default function VehicleInfoPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, filter } = list;
  const [params] = useSearchParams();
  const { opened, open, close } = useOpenRecord();
  const mayCreate = useMay('vehicles', 'create');
  const mayInvite = useMay('users', 'create');
  const picks = useChosenRows(nameOf);
  const mayEdit = useMay('vehicles', 'edit');
  const [mayCommand, mayStop] = [useMay('commands', 'create'), useMay('engine-stop', 'create')];
  const maySend = mayCommand || mayStop;
  const mayMove = useMayMove('vehicles');
  const navigate = useNavigate();
  const mayConnect = useMay('connect-device', 'view');
  const groupId = Number(params.get('group')) || undefined;
  const status = VEHICLE_STATUSES.find((one) => one === params.get('status'));
  const tag = params.get('tag');
  const moved = MOVED_CHOICES.find((one) => one === params.get('moved')) ?? 'without';
  const fields = useOwnFields('vehicle');
  const own = readOwnFilter(params, fields);
  const input = { ...state, groupId, status, tag, own, moved };
  const details: Details = {
    edit: {
      name: t('vehicle-page.edit'),
      of: (registration) => t('vehicle-info.edit-of', { registration }),
      Icon: IconEdit,
    },
    view: {
      name: t('vehicle-info.details'),
      of: (registration) => t('vehicle-info.details-of', { registration }),
      Icon: IconFileDescription,
    },
    mayEdit,
    open,
  };
  const filtering = { search: state.search, groupId, status, tag, own, moved };
  const query = useCall('get-vehicle-list', input, { placeholderData: keepPreviousData });
  const groups = useCall('get-group-list', {});
  const choices = useCall('get-vehicle-choices', {});

  const group = groups.data?.rows.find(({ id }) => id === groupId);
  const columns = tableColumns(t, details, fields);
  const vehicles = [...picks.chosen].map(([id, name]) => ({ id, name }));
  const addButton = mayCreate && (
    <>
      <ImportButton kind="vehicle" />
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
        {t('vehicle-info.add')}
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        title={t('vehicle-info.title')}
        searchLabel={t('vehicle-info.search')}
        columns={
          mayInvite || mayEdit || maySend || mayMove ? withChoosing(t, columns, picks, query.data?.rows) : columns
        }
        list={list}
        query={query}
        onOpen={(vehicle: ListedVehicle) => void navigate(`/vehicle-info/${vehicle.id}`)}
        filtered={
          groupId !== undefined || status !== undefined || tag !== null || own !== undefined || moved !== 'without'
        }
        filters={
          <>
            <Select
              aria-label={t('vehicle-info.group')}
              placeholder={t('vehicle-info.all-groups')}
              clearable
              searchable
              w={{ base: 140, sm: 180 }}
              data={labelledOptions(t, groups.data?.rows, groups.data?.total)}
              value={groupId ?? null}
              onChange={(id) => filter({ group: id === null ? null : String(id) })}
            />
            <Select
              aria-label={t('vehicle-record.status')}
              placeholder={t('vehicle-record.all-statuses')}
              clearable
              w={{ base: 140, sm: 180 }}
              data={VEHICLE_STATUSES.map((one) => ({ value: one, label: t(`vehicle-record.statuses.${one}`) }))}
              value={status ?? null}
              onChange={(chosen) => filter({ status: chosen })}
            />
            {(tag !== null || (choices.data?.tags.length ?? 0) > 0) && (
              <Select
                aria-label={t('vehicle-record.tags')}
                placeholder={t('vehicle-record.all-tags')}
                clearable
                searchable
                w={{ base: 140, sm: 160 }}
                data={[...new Set([...(choices.data?.tags ?? []), ...(tag === null ? [] : [tag])])]}
                value={tag}
                onChange={(chosen) => filter({ tag: chosen })}
              />
            )}
            {(moved !== 'without' || choices.data?.moved === true) && (
              <Select
                aria-label={t('move.filter')}
                allowDeselect={false}
                w={{ base: 160, sm: 210 }}
                data={MOVED_CHOICES.map((one) => ({ value: one, label: t(`move.filter-${one}`) }))}
                value={moved}
                onChange={(chosen) => filter({ moved: chosen === 'without' ? null : chosen })}
              />
            )}
            <OwnFilterSelect fields={fields} value={params.get('own')} onChange={(chosen) => filter({ own: chosen })} />
          </>
        }
        file={{
          name: 'vehicles',
          columns: fields && csvColumns(t, fields),
          fetchPage: (page, pageSize) => call('get-vehicle-list', { ...input, page, pageSize }),
        }}
        lead={
          mayInvite &&
          group && (
            <InviteButton limit={{ groups: [group], vehicles: [], common: false }}>
              {t('vehicle-info.invite-group', { group: group.name })}
            </InviteButton>
          )
        }
        actions={addButton}
        empty={{
          Icon: IconCar,
          title: t('vehicle-info.empty'),
          text: t('vehicle-info.empty-text'),
          action: (
            <>
              {mayConnect && (
                <Button variant="default" component={Link} to="/settings/connect-device">
                  {t('vehicle-info.connect')}
                </Button>
              )}
              {addButton}
            </>
          ),
        }}
      />
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={filtering}
        Dialog={mayEdit ? VehicleBulk : undefined}
      >
        {mayInvite && !picks.all && (
          <InviteButton limit={{ groups: [], vehicles, common: false }}>{t('vehicle-info.invite')}</InviteButton>
        )}
        {!picks.all && (
          <MoveButton
            kind="vehicles"
            ids={[...picks.chosen.keys()]}
            name={vehicles[0]?.name ?? ''}
            onMoved={picks.clear}
          />
        )}
        {maySend && (
          <SendToChosen
            of={picks.all ? { filter: filtering } : { ids: [...picks.chosen.keys()] }}
            count={picks.all ? (query.data?.total ?? 0) : picks.chosen.size}
          />
        )}
      </ChosenBar>
      <VehicleDrawer opened={opened} onClose={close} />
    </>
  );
}
