import type { ListedVehicle } from '@milepost/contract/vehicle-operations';
import type { OwnField } from '@milepost/contract/own-field-operations';
import { METERS } from '@milepost/contract/vehicle-kinds';
import { ActionIcon, Badge, Text } from '@mantine/core';
import { type Icon, IconMapPin } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { ObstacleChip } from '../../ui/availability/obstacle-chip.tsx';
import { Ago } from '../../ui/ago.tsx';
import { type Column, OPTIONAL } from '../../ui/data-table/column.ts';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { movedText } from '../../ui/move/moved-text.ts';
import { DETAILS, detailLabel, detailText, meterText } from './vehicle-details.ts';
import { ServiceStatusChip } from './vehicle-status-chip.tsx';
import { ownColumns, ownCsv } from '../../ui/own-fields/own-columns.ts';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';

const SORTS = ['registration', 'groupName', 'driverName', 'type', 'status', 'year', 'lastHeardAt'] as const;
type Sort = (typeof SORTS)[number];

const METER_FIELDS = { odometer: 'odometerM', 'engine-hours': 'engineHoursS' } as const;
/** The fields whose label includes a unit in a file. */
const CSV_LABELS: ReadonlySet<string> = new Set(['tankL', 'ratedLPer100Km', 'idleLPerH', 'loadKg', 'loadM3']);

export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'registration', direction: 'asc' };

const makeAndModel = ({ make, model }: Pick<ListedVehicle, 'make' | 'model'>) =>
  [make, model].filter((part) => part !== null).join(' ');
const dash = (text: string | null) =>
  text ?? (
    <Text span c="dimmed">
      –
    </Text>
  );

/** The button of a row that opens the form. */
interface Opening {
  name: string;
  of: (registration: string) => string;
  Icon: Icon;
}

/** The button of a row: view if the role may not edit, or if the vehicle moved; otherwise edit. */
export interface Details {
  edit: Opening;
  view: Opening;
  mayEdit: boolean;
  open: (id: number) => void;
}

export const openingOf = (
  { edit, view, mayEdit }: Pick<Details, 'edit' | 'view' | 'mayEdit'>,
  { moved }: Pick<ListedVehicle, 'moved'>,
): Opening => (mayEdit && moved === null ? edit : view);

/** A link to the vehicle on the live map, for people who may see that. */
function OnMap({ id, registration }: Pick<ListedVehicle, 'id' | 'registration'>) {
  const { t } = useTranslation();
  if (!useMay('live-map', 'view')) return null;
  return (
    <Tooltip text={t('vehicle-info.see-on-map')}>
      <ActionIcon
        component={Link}
        to={`/track-vehicle/${id}`}
        size={28}
        aria-label={t('vehicle-info.on-map', { registration })}
      >
        <IconMapPin size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

export function tableColumns(
  t: TFunction,
  details: Details,
  fields: readonly OwnField[] | undefined,
): Column<ListedVehicle, Sort>[] {
  const label = (key: string) => t(`vehicle-info.${key}`);
  return [
    {
      key: 'registration',
      label: label('registration'),
      sort: 'registration',
      render: (vehicle) => (
        <>
          <Text span fw={600} c="inherit" component={Link} to={`/vehicle-info/${vehicle.id}`}>
            {vehicle.registration}
          </Text>{' '}
          <Text span size="sm" c="dimmed">
            {makeAndModel(vehicle)}
          </Text>{' '}
          {vehicle.moved !== null && <ObstacleChip kind="moved" text={movedText(t, vehicle.moved)} />}
          {vehicle.obstacle !== null && vehicle.moved === null && <ObstacleChip kind={vehicle.obstacle.kind} />}
          {vehicle.expired && (
            <Text span size="sm" fw={600} c="var(--status-expired)">
              {' '}
              {t('status.expired')}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'type',
      from: 1080,
      label: label('vehicle-type'),
      sort: 'type',
      render: ({ type }) => t(`vehicle-type.${type}`),
    },
    { key: 'group', label: label('group'), sort: 'groupName', render: ({ groupName }) => dash(groupName) },
    {
      key: 'driver',
      from: 840,
      label: label('driver'),
      sort: 'driverName',
      render: ({ driverName, driverObstacle }) => (
        <>
          {dash(driverName)} {driverObstacle !== null && <ObstacleChip kind={driverObstacle.kind} />}
        </>
      ),
    },
    {
      key: 'device',
      from: 1240,
      label: label('device'),
      render: ({ deviceIdentity, deviceProtocol }) =>
        deviceIdentity === null ? (
          dash(null)
        ) : (
          <>
            <span className="mono">{deviceIdentity}</span>{' '}
            {deviceProtocol !== null && (
              <Badge variant="default" size="sm" tt="none" fw={500}>
                {deviceProtocol}
              </Badge>
            )}
          </>
        ),
    },
    {
      key: 'status',
      from: 1400,
      label: t('vehicle-record.status'),
      sort: 'status',
      render: ({ status, moved }) => (moved === null ? <ServiceStatusChip status={status} /> : dash(null)),
    },
    ...METERS.map((meter): Column<ListedVehicle, Sort> => ({
      key: meter,
      from: OPTIONAL,
      label: t(`vehicle-record.${meter}`),
      align: 'right',
      render(vehicle) {
        const value = vehicle[METER_FIELDS[meter]];
        return dash(value === null ? null : meterText(t, meter, value));
      },
    })),
    ...DETAILS.map((field): Column<ListedVehicle, Sort> => ({
      key: field,
      from: OPTIONAL,
      label: detailLabel(t, field),
      ...(field === 'year' && { sort: 'year' }),
      render: (vehicle) => dash(detailText(t, field, vehicle[field])),
    })),
    ...ownColumns<ListedVehicle, Sort>(t, fields),
    {
      key: 'lastHeard',
      label: label('last-heard'),
      sort: 'lastHeardAt',
      align: 'right',
      render: ({ lastHeardAt, moved }) =>
        moved === null ? <Ago at={lastHeardAt} never={label('never')} /> : dash(null),
    },
    {
      key: 'map',
      label: label('see-on-map'),
      bare: true,
      align: 'right',
      wideOnly: true,
      render: ({ id, registration, moved }) => moved === null && <OnMap id={id} registration={registration} />,
    },
    {
      key: 'edit',
      label: details.mayEdit ? details.edit.name : details.view.name,
      bare: true,
      align: 'right',
      render({ id, registration, moved }) {
        const opening = openingOf(details, { moved });
        return (
          <Tooltip text={opening.name}>
            <ActionIcon size={28} aria-label={opening.of(registration)} onClick={() => details.open(id)}>
              <opening.Icon size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        );
      },
    },
  ];
}

export function csvColumns(t: TFunction, fields: readonly OwnField[] | undefined): CsvColumn<ListedVehicle>[] {
  const label = (key: string) => t(`vehicle-info.${key}`);
  return [
    { label: label('registration'), value: ({ registration }) => registration },
    { label: label('vehicle-type'), value: ({ type }) => t(`vehicle-type.${type}`) },
    { label: label('make'), value: ({ make }) => make },
    { label: label('model'), value: ({ model }) => model },
    { label: label('chassis-number'), value: ({ chassisNumber }) => chassisNumber },
    { label: label('engine-number'), value: ({ engineNumber }) => engineNumber },
    ...DETAILS.map((field): CsvColumn<ListedVehicle> => ({
      label: CSV_LABELS.has(field) ? t(`vehicle-record.csv.${field}`) : detailLabel(t, field),
      value(vehicle) {
        const value = vehicle[field];
        // Numbers and days are not formatted, so that a program can read them.
        if (typeof value === 'number') return value;
        return field === 'leaseUntil' ? vehicle.leaseUntil : detailText(t, field, value);
      },
    })),
    { label: label('group'), value: ({ groupName }) => groupName },
    { label: label('driver'), value: ({ driverName }) => driverName },
    { label: label('device'), value: ({ deviceIdentity }) => deviceIdentity },
    { label: label('protocol'), value: ({ deviceProtocol }) => deviceProtocol },
    { label: label('last-heard'), value: ({ lastHeardAt }) => lastHeardAt },
    {
      label: t('vehicle-record.status'),
      value: ({ status, moved }) => (moved === null ? t(`vehicle-record.statuses.${status}`) : movedText(t, moved)),
    },
    { label: t('vehicle-record.statusSince'), value: ({ statusSince }) => statusSince },
    {
      label: t('vehicle-record.csv.odometer'),
      value: ({ odometerM }) => (odometerM === null ? null : Math.round(odometerM / 100) / 10),
    },
    {
      label: t('vehicle-record.csv.hours'),
      value: ({ engineHoursS }) => (engineHoursS === null ? null : Math.round(engineHoursS / 360) / 10),
    },
    ...ownCsv<ListedVehicle>(t, fields),
  ];
}
