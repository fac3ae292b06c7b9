import { IconMapPinCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { factPath } from '../../ui/history-path.ts';
import { LOG_DEFAULTS, logColumns, EXPORT_SORT_COLUMNS } from './log-columns.tsx';
import { VisitFilters } from './visit-filters.tsx';
import { asReport, isNarrowed, isTooLong, type VisitState, visitRangeOf, visitFilterOf } from './visit-state.ts';

const REFETCH_MS = 60_000;
const STEP_MS = 30_000;

/** Every visit with its times and duration; a row opens its history. */
export function LogView({ state: visits, tabs }: { state: VisitState; tabs: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useServerNow(STEP_MS);
  const list = useTableState(LOG_DEFAULTS);
  const { state, filter } = list;
  const input = { ...state, ...visitFilterOf(visits), ...visitRangeOf(visits) };
  const query = useCall('get-visit-list', input, {
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
    enabled: !isTooLong(visits),
  });
  const title = t('in-out-location.title');
  return (
    <ListPage
      title={title}
      searchLabel={t('in-out-location.search')}
      columns={logColumns(t, now)}
      list={list}
      query={query}
      onOpen={(visit) => void navigate(factPath(visit, now))}
      filtered={isNarrowed(visits)}
      filters={<VisitFilters state={visits} filter={filter} />}
      report={asReport('geofence-visits', visits, { ...state, sort: EXPORT_SORT_COLUMNS[state.sort] })}
      lead={tabs}
      empty={{ Icon: IconMapPinCheck, title: t('in-out-location.empty'), text: t('in-out-location.empty-text') }}
    />
  );
}
