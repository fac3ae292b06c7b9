import type { VisitTotals } from '@milepost/contract/visit-operations';
import { IconMapPinCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { formatDuration, formatNumber } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { FenceName } from './fence-name.tsx';
import { VisitFilters } from './visit-filters.tsx';
import { asReport, isNarrowed, isTooLong, type VisitState, visitRangeOf, visitFilterOf } from './visit-state.ts';
import { listText } from '../../text/list-text.ts';

const SORTS = ['visits', 'vehicles', 'total', 'average', 'longest', 'fence'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'visits', direction: 'desc' };

/** The totals of visits by geofence; a row opens the log of the geofence. */
export function TotalsView({ state: visits, tabs }: { state: VisitState; tabs: ReactNode }) {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state, filter } = list;
  const input = { ...state, ...visitFilterOf(visits), ...visitRangeOf(visits) };
  const query = useCall('get-visit-totals', input, { placeholderData: keepPreviousData, enabled: !isTooLong(visits) });
  const title = t('in-out-location.title');
  return (
    <ListPage
      title={title}
      label={t('in-out-location.tabs.totals')}
      searchLabel={t('in-out-location.search')}
      columns={columns(t)}
      list={list}
      query={query}
      onOpen={({ id }) => filter({ tab: null, fence: String(id), sort: null, direction: null })}
      filtered={isNarrowed(visits)}
      retained={{ tab: 'totals' }}
      filters={<VisitFilters state={visits} filter={filter} />}
      report={asReport('geofence-totals', visits, state)}
      lead={tabs}
      empty={{ Icon: IconMapPinCheck, title: t('in-out-location.empty'), text: t('in-out-location.empty-text') }}
    />
  );
}

const NUMBERS = ['visits', 'vehicles'] as const;
const TIMES = { total: 'totalS', average: 'averageS', longest: 'longestS' } as const;
const timeNames = ['total', 'average', 'longest'] as const;

function columns(t: TFunction): Column<VisitTotals, Sort>[] {
  const label = (key: string) => t(`in-out-location.${key}`);
  return [
    {
      key: 'fence',
      label: label('fence'),
      sort: 'fence',
      render: ({ name, colour }) => <FenceName name={name} colour={colour} />,
    },
    ...NUMBERS.map((name): Column<VisitTotals, Sort> => ({
      key: name,
      label: label(`sum.${name}`),
      sort: name,
      align: 'right',
      render: (row) => formatNumber(row[name]),
    })),
    ...timeNames.map((name): Column<VisitTotals, Sort> => ({
      key: name,
      label: label(`sum.${name}`),
      sort: name,
      align: 'right',
      render: (row) => formatDuration(row[TIMES[name]]),
    })),
    { key: 'tags', label: label('tags'), render: ({ tags }) => listText(tags) },
  ];
}
