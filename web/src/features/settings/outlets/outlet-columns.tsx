import { writeOpeningHours } from '@milepost/contract/opening-hours';
import type { Outlet } from '@milepost/contract/outlet-operations';
import type { OwnField } from '@milepost/contract/own-field-operations';
import { Badge, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { formatDecimal, formatNumber } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { ownColumns, ownCsv } from '../../../ui/own-fields/own-columns.ts';
import { labelKey } from './outlet-values.ts';

const SORTS = ['code', 'name', 'class', 'visitsPerWeek'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'code', direction: 'asc' };

export function outletColumns(t: TFunction, fields: readonly OwnField[] | undefined): Column<Outlet, Sort>[] {
  return [
    {
      key: 'code',
      label: t(labelKey('code')),
      sort: 'code',
      render: ({ id, code }) => (
        <Text span fw={600} c="inherit" component={Link} to={`/settings/outlets/${id}`}>
          <bdi>{code}</bdi>
        </Text>
      ),
    },
    { key: 'name', label: t(labelKey('name')), sort: 'name', text: true, render: ({ name }) => name },
    {
      key: 'state',
      label: t(labelKey('state')),
      from: 700,
      render: ({ state, place }) =>
        state === 'closed' ? (
          <Badge variant="default" tt="none" fw={500}>
            {t('outlets.state.closed')}
          </Badge>
        ) : place === null ? (
          <Badge color="orange" variant="light" tt="none" fw={500}>
            {t('outlets.unplaced')}
          </Badge>
        ) : (
          t('outlets.state.active')
        ),
    },
    { key: 'class', label: t(labelKey('class')), sort: 'class', from: 560, render: (row) => row.class ?? '–' },
    {
      key: 'visitsPerWeek',
      label: t(labelKey('visitsPerWeek')),
      sort: 'visitsPerWeek',
      from: 860,
      align: 'right',
      render: ({ visitsPerWeek }) => (visitsPerWeek === null ? '–' : formatDecimal(visitsPerWeek)),
    },
    {
      key: 'serviceMin',
      label: t(labelKey('serviceMin')),
      from: 1180,
      align: 'right',
      render: ({ serviceMin }) => (serviceMin === null ? '–' : formatNumber(serviceMin)),
    },
    {
      key: 'territory',
      label: t(labelKey('territory')),
      from: 760,
      text: true,
      render: ({ territory }) => territory?.name ?? '–',
    },
    { key: 'address', label: t(labelKey('address')), from: 980, text: true, render: ({ address }) => address ?? '–' },
    {
      key: 'phone',
      label: t(labelKey('phone')),
      from: 1320,
      render: ({ phone }) => <bdi dir="ltr">{phone ?? '–'}</bdi>,
    },
    ...ownColumns<Outlet, Sort>(t, fields),
  ];
}

/** The cells of an outlet in the format that the import accepts. */
export function outletCells(t: TFunction, fields: readonly OwnField[] | undefined): CsvColumn<Outlet>[] {
  const label = (field: string) => t(labelKey(field));
  return [
    { label: label('code'), value: ({ code }) => code },
    { label: label('name'), value: ({ name }) => name },
    { label: label('address'), value: ({ address }) => address },
    { label: label('latitude'), value: ({ place }) => place && place.lat },
    { label: label('longitude'), value: ({ place }) => place && place.lon },
    { label: label('radiusM'), value: ({ radiusM }) => radiusM },
    { label: label('contactName'), value: ({ contactName }) => contactName },
    { label: label('phone'), value: ({ phone }) => phone },
    { label: label('hours'), value: ({ hours }) => hours && writeOpeningHours(hours) },
    { label: label('serviceMin'), value: ({ serviceMin }) => serviceMin },
    { label: label('class'), value: (row) => row.class },
    { label: label('visitsPerWeek'), value: ({ visitsPerWeek }) => visitsPerWeek },
    { label: label('state'), value: ({ state }) => t(`outlets.state.${state}`) },
    { label: label('territory'), value: ({ territory }) => territory?.name ?? null },
    { label: label('note'), value: ({ note }) => note },
    ...ownCsv<Outlet>(t, fields),
  ];
}
