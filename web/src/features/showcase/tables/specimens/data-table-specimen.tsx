import { Group, Paper } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDayAndClock, formatNumber } from '../../../../text/format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../../ui/data-table/csv.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { ExportMenu } from '../../../../ui/data-table/export-menu.tsx';
import { SearchBox } from '../../../../ui/data-table/search-box.tsx';
import { TableFooter } from '../../../../ui/data-table/table-footer.tsx';
import type { TableState } from '../../../../ui/data-table/table-state.ts';
import { notify } from '../../../../ui/toast/notify.ts';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { samplePage, type SampleSort, type SampleVehicle } from '../sample-vehicles.ts';
import classes from './tables.module.css';

const KNOBS = { loading: onOff(false), stale: onOff(false) };
const START: TableState<SampleSort> = { search: '', sort: 'registration', direction: 'asc', page: 1, pageSize: 25 };

const tableColumns = (t: TFunction): Column<SampleVehicle, SampleSort>[] => [
  {
    key: 'registration',
    label: t('vehicle-info.registration'),
    sort: 'registration',
    render: ({ registration }) => <strong>{registration}</strong>,
  },
  {
    key: 'type',
    label: t('vehicle-info.vehicle-type'),
    sort: 'type',
    render: ({ type }) => t(`vehicle-type.${type}`),
  },
  {
    key: 'odometer',
    label: t('tables.odometer'),
    sort: 'odometerKm',
    align: 'right',
    render: ({ odometerKm }) => formatNumber(odometerKm),
  },
  {
    key: 'heard',
    label: t('vehicle-info.last-heard'),
    sort: 'lastHeardAt',
    align: 'right',
    render: ({ lastHeardAt }) => formatDayAndClock(lastHeardAt),
  },
];

const csvColumns = (t: TFunction): CsvColumn<SampleVehicle>[] => [
  { label: t('vehicle-info.registration'), value: ({ registration }) => registration },
  { label: t('vehicle-info.vehicle-type'), value: ({ type }) => t(`vehicle-type.${type}`) },
  { label: t('tables.odometer'), value: ({ odometerKm }) => odometerKm },
  { label: t('vehicle-info.last-heard'), value: ({ lastHeardAt }) => lastHeardAt },
];

/** The table of every list in the product, with search, pages and export. */
export function DataTableSpecimen() {
  const { t } = useTranslation();
  const [state, setState] = useState(START);
  const { rows, total } = samplePage(state);
  const change = (part: Partial<TableState<SampleSort>>) => setState({ ...state, page: 1, ...part });
  const label = t('tables.vehicles');
  return (
    <Specimen
      id="data-table"
      title={t('tables.data-table.title')}
      text={t('tables.data-table.text')}
      knobs={KNOBS}
      code={({ loading, stale }) =>
        jsxCode('DataTable', {
          label,
          columns: expression('columns'),
          rows: expression(loading === true ? 'undefined' : 'rows'),
          state: expression('state'),
          onChange: expression('change'),
          onOpen: expression('open'),
          ...(stale === true && { stale }),
        })
      }
    >
      {({ loading, stale }) => (
        <Paper withBorder radius="md" className={classes['table']}>
          <Group p="sm" gap="xs" justify="space-between" className={classes['tools']}>
            <SearchBox
              label={t('vehicle-info.search')}
              value={state.search}
              onChange={(search) => change({ search })}
            />
            <ExportMenu
              name="vehicles"
              title={label}
              columns={csvColumns(t)}
              fetchPage={(page, pageSize) => Promise.resolve(samplePage({ ...state, page, pageSize }))}
            />
          </Group>
          <DataTable
            label={label}
            columns={tableColumns(t)}
            rows={loading ? undefined : rows}
            state={state}
            onChange={change}
            onOpen={({ registration }) => notify(t('tables.opened', { registration }))}
            stale={stale}
          />
          <TableFooter total={total} state={state} onChange={change} />
        </Paper>
      )}
    </Specimen>
  );
}
