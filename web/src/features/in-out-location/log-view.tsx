import { IconMapPinCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { ExportMenu } from '../../ui/data-table/export-menu.tsx';
import { fromQuery } from '../../ui/data-table/from-query.ts';
import { TablePage } from '../../ui/data-table/table-page.tsx';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { factPath } from '../../ui/history-path.ts';
import { LOG_DEFAULTS, logColumns, logCsv } from './log-columns.tsx';
import { VisitFilters } from './visit-filters.tsx';
import { isNarrowed, isTooLong, type VisitState, whenOf, whichOf } from './visit-state.ts';

const AGAIN_MS = 60_000;
const STEP_MS = 30_000;

/** Every visit, when and how long; a row opens its playback. */
export function LogView({ state: visits, tabs }: { state: VisitState; tabs: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useServerNow(STEP_MS);
  const { state, change, filter } = useTableState(LOG_DEFAULTS);
  const [, setParams] = useSearchParams();
  const input = { ...state, ...whichOf(visits), ...whenOf(visits) };
  const query = useCall('get-visit-list', input, {
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    enabled: !isTooLong(visits),
  });
  const title = t('in-out-location.title');
  return (
    <TablePage
      title={title}
      label={title}
      searchLabel={t('in-out-location.search')}
      columns={logColumns(t, now)}
      state={state}
      onChange={change}
      {...fromQuery(query)}
      onOpen={(visit) => void navigate(factPath(visit, now))}
      filtered={isNarrowed(visits)}
      onClearFilters={() => setParams({})}
      filters={<VisitFilters state={visits} filter={filter} />}
      actions={
        <>
          {tabs}
          <ExportMenu
            name="visits"
            title={title}
            columns={logCsv(t)}
            fetchPage={(page, pageSize) => call('get-visit-list', { ...input, page, pageSize })}
          />
        </>
      }
      empty={
        <EmptyNote
          icon={<IconMapPinCheck size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
          title={t('in-out-location.empty')}
          text={t('in-out-location.empty-text')}
        />
      }
    />
  );
}
