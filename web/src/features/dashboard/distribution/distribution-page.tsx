import type { DayRun } from '@milepost/contract/run-day-operations';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useToday } from '../../../live/use-today.ts';
import type { DrawnRun } from '../../../map/runs/runs-layer.ts';
import { formatNumber } from '../../../text/format.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Pagination } from '../../../ui/pagination/pagination.tsx';
import { LOOK_COLOUR, lookOf } from '../../../ui/runs/stop-look.ts';
import { RunsMap } from '../../../ui/runs/runs-map.tsx';
import { useRunUpdates } from '../../../ui/runs/use-run-updates.ts';
import { BehindDrawer } from './behind-drawer.tsx';
import { DayFigures } from './day-figures.tsx';
import { DayHead } from './day-head.tsx';
import { RunRow } from './run-row.tsx';
import { Territories } from './territories.tsx';
import { useDayState } from './use-day-state.ts';
import classes from './distribution.module.css';

const PAGE_SIZE = 25;
/** The vehicles move between events at stops. */
const MOVED_MS = 10_000;

/** The runs of a day, each as a line of stops that is updated with every event; with their figures and map. */
export default function DistributionPage() {
  const { t } = useTranslation();
  const view = useDayState();
  const { state, change } = view;
  const today = useToday();
  const isToday = state.day === null || state.day === today;
  const filter = {
    day: state.day ?? undefined,
    territoryId: state.territoryId ?? undefined,
    depotId: state.depotId ?? undefined,
  };
  const query = useCall(
    'get-run-day',
    { ...filter, states: state.states, search: state.search, page: state.page, pageSize: PAGE_SIZE },
    { placeholderData: keepPreviousData, refetchInterval: isToday && MOVED_MS },
  );
  const figures = useCall('get-run-day-figures', filter, { placeholderData: keepPreviousData });
  useRunUpdates();
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error } = query;
  const rows = data?.rows;
  const drawn = useMemo(() => {
    const theirs = rows?.filter(({ id }) => chosen === null || id === chosen) ?? [];
    return (theirs.length > 0 ? theirs : (rows ?? [])).map((run) => drawnOf(run, chosen !== null));
  }, [rows, chosen]);
  const filtered =
    state.search !== '' || state.states.length > 0 || state.territoryId !== null || state.depotId !== null;
  return (
    <div className={classes['page']}>
      <DayHead view={view} data={data} figures={figures.data} today={today} />
      {error && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {figures.error && !error && <ErrorNote error={figures.error} onRetry={() => void figures.refetch()} />}
      <DayFigures figures={figures.data} view={view} />
      {data?.total === 0 ? (
        <div className={classes['empty']}>
          <Empty
            filtered={filtered}
            onClear={() => change({ search: '', states: [], territoryId: null, depotId: null })}
          />
        </div>
      ) : (
        <div className={classes['body']}>
          <div className={classes['runs']}>
            {!data && !error && <Skeleton radius="lg" h={420} />}
            <ol
              className={classes['list']}
              aria-label={t('distribution.runs')}
              data-stale={query.isPlaceholderData || undefined}
            >
              {rows?.map((run) => (
                <RunRow
                  key={run.id}
                  run={run}
                  chosen={run.id === chosen}
                  onChoose={() => setChosen(run.id === chosen ? null : run.id)}
                />
              ))}
            </ol>
            {data && data.total > PAGE_SIZE && (
              <>
                <Text size="sm" c="dimmed">
                  {t('distribution.of-runs', {
                    shown: formatNumber(data.rows.length),
                    total: formatNumber(data.total),
                  })}
                </Text>
                <Pagination
                  total={data.total}
                  pageSize={PAGE_SIZE}
                  page={state.page}
                  onPageChange={(page) => change({ page })}
                />
              </>
            )}
          </div>
          <div className={classes['map']}>
            <RunsMap
              label={t('distribution.map')}
              runs={drawn}
              fitFor={`${data?.day ?? ''} ${chosen ?? ''} ${rows?.length ?? 0}`}
            />
          </div>
        </div>
      )}
      <Territories rows={figures.data?.territories ?? []} total={figures.data?.territoriesTotal ?? 0} view={view} />
      {state.behind && (
        <BehindDrawer
          key={state.behind}
          figure={state.behind}
          filter={state}
          onClose={() => change({ behind: null })}
        />
      )}
    </div>
  );
}

function drawnOf(run: DayRun, numbered: boolean): DrawnRun {
  return {
    colour: run.route.colour,
    begin: run.beginDepot?.place ?? null,
    end: null,
    stops: run.stops.flatMap((stop, index) =>
      stop.place
        ? [
            {
              place: stop.place,
              colour: LOOK_COLOUR[lookOf(stop)],
              number: numbered ? String(index + 1) : '',
              planned: stop.plannedAt !== null,
            },
          ]
        : [],
    ),
    track: [],
    vehicle: run.whereabouts && { ...run.whereabouts, name: run.vehicle?.name ?? '' },
  };
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  const mayPlan = useMay('routes', 'view');
  return (
    <EmptyNote
      icon={<IconRoute size={36} stroke={1.4} color="var(--text-dim)" aria-hidden />}
      title={t(filtered ? 'distribution.no-match' : 'distribution.no-runs')}
      text={t(filtered ? 'distribution.no-match-text' : 'distribution.no-runs-text')}
    >
      {filtered ? (
        <Anchor component="button" type="button" onClick={onClear}>
          {t('distribution.clear')}
        </Anchor>
      ) : (
        mayPlan && (
          <Anchor component={Link} to="/settings/routes">
            {t('distribution.to-routes')}
          </Anchor>
        )
      )}
    </EmptyNote>
  );
}
