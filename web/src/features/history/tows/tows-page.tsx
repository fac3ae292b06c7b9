import { IconCarCrane } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { useServerNow } from '../../../live/use-live.ts';
import { useToday } from '../../../live/use-today.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { DaysFilter } from '../../../ui/date-range/days-filter.tsx';
import { rangeOf, readDays } from '../../../ui/date-range/days-of.ts';
import { factPath } from '../../../ui/history-path.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { DEFAULTS, towCells, towColumns } from './tow-columns.tsx';

const STEP_MS = 60_000;

/** The tows of the fleet; a row opens its moment on the map. */
export default function TowsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useServerNow(STEP_MS);
  const list = useTableState(DEFAULTS);
  const [params] = useSearchParams();
  const days = readDays(params, useToday());
  const group = Number(params.get('group')) || undefined;
  const input = { ...list.state, ...rangeOf(days), ...(group !== undefined && { groupId: group }) };
  return (
    <ListPage
      title={t('tows.title')}
      searchLabel={t('tows.search')}
      list={list}
      columns={towColumns(t)}
      query={useCall('get-tow-list', input, { placeholderData: keepPreviousData })}
      onOpen={(tow) => void navigate(factPath(tow, now))}
      file={{
        name: 'tows',
        columns: towCells(t),
        fetchPage: (page, pageSize) => call('get-tow-list', { ...input, page, pageSize }),
      }}
      filters={<DaysFilter days={days} filter={list.filter} />}
      filtered={group !== undefined}
      empty={{ Icon: IconCarCrane, title: t('tows.empty'), text: t('tows.empty-text') }}
    />
  );
}
