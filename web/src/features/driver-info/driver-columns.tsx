import type { Driver } from '@milepost/contract/driver-operations';
import type { OwnField } from '@milepost/contract/own-field-operations';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { formatDate } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { ownColumns, ownCsv } from '../../ui/own-fields/own-columns.ts';
import { Licence } from '../../ui/driver/licence.tsx';
import { listText } from '../../text/list-text.ts';
import { CELL_COMMA } from '@milepost/contract/list-text';

const SORTS = ['name', 'number', 'licenceExpiresOn', 'hiredOn'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'name', direction: 'asc' };

const groupsOf = ({ groups }: Driver) => listText(groups.map(({ name }) => name));

export function driverColumns(
  t: TFunction,
  today: string,
  fields: readonly OwnField[] | undefined,
): Column<Driver, Sort>[] {
  const label = (key: string) => t(`driver-info.${key}`);
  return [
    {
      key: 'name',
      label: label('name'),
      sort: 'name',
      render: ({ id, name }) => (
        <Text span fw={600} c="inherit" component={Link} to={`/driver-info/${id}`}>
          {name}
        </Text>
      ),
    },
    { key: 'number', label: label('number'), sort: 'number', from: 1100, render: ({ number }) => number ?? '–' },
    {
      key: 'vehicle',
      label: label('drives-now'),
      render: ({ vehicle }) =>
        vehicle === null ? (
          '–'
        ) : (
          <>
            {vehicle.registration}{' '}
            <Text span size="sm" c="dimmed">
              {t(`driver-source.${vehicle.source}`)}
            </Text>
          </>
        ),
    },
    { key: 'phone', label: label('phone'), render: ({ phone }) => <bdi dir="ltr">{phone ?? '–'}</bdi> },
    {
      key: 'licence',
      label: label('licence-until'),
      sort: 'licenceExpiresOn',
      render: (driver) => <Licence expiresOn={driver.licenceExpiresOn} today={today} />,
    },
    {
      key: 'classes',
      label: label('licence-classes'),
      from: 1240,
      render: ({ licenceClasses }) => listText(licenceClasses) || '–',
    },
    { key: 'groups', label: label('groups'), from: 960, render: (driver) => groupsOf(driver) || '–' },
    {
      key: 'tags',
      label: label('tags'),
      from: 1400,
      render: ({ tags }) => <span className="mono">{listText(tags.map(({ tag }) => tag)) || '–'}</span>,
    },
    {
      key: 'hired',
      label: label('hired-on'),
      sort: 'hiredOn',
      from: 1560,
      render: ({ hiredOn }) => (hiredOn === null ? '–' : formatDate(hiredOn)),
    },
    ...ownColumns<Driver, Sort>(t, fields),
  ];
}

export function csvColumns(t: TFunction, fields: readonly OwnField[] | undefined): CsvColumn<Driver>[] {
  const label = (key: string) => t(`driver-info.${key}`);
  return [
    { label: label('name'), value: ({ name }) => name },
    { label: label('number'), value: ({ number }) => number },
    { label: label('phone'), value: ({ phone }) => phone },
    { label: label('email'), value: ({ email }) => email },
    { label: label('licence-number'), value: ({ licenceNumber }) => licenceNumber },
    { label: label('licence-classes'), value: ({ licenceClasses }) => licenceClasses.join(CELL_COMMA) },
    { label: label('licence-until'), value: ({ licenceExpiresOn }) => licenceExpiresOn },
    { label: label('groups'), value: groupsOf },
    { label: label('tags'), value: ({ tags }) => tags.map(({ tag }) => tag).join(CELL_COMMA) },
    { label: label('drives-now'), value: ({ vehicle }) => vehicle?.registration ?? null },
    { label: label('hired-on'), value: ({ hiredOn }) => hiredOn },
    { label: label('left-on'), value: ({ leftOn }) => leftOn },
    { label: label('emergency-name'), value: ({ emergencyName }) => emergencyName },
    { label: label('emergency-phone'), value: ({ emergencyPhone }) => emergencyPhone },
    { label: label('note'), value: ({ note }) => note },
    ...ownCsv<Driver>(t, fields),
  ];
}
