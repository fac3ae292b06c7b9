import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { AlarmsCard } from './alarms-card.tsx';
import { BehindDrawer } from './behind-drawer.tsx';
import { CourseCard } from './course-card.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import { inputOf } from './dashboard-state.ts';
import { DueCard } from './due-card.tsx';
import { FaultyDrawer } from './faulty-drawer.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './main.module.css';
import { RankingCard } from './ranking-card.tsx';
import { SilentCard } from './silent-card.tsx';
import { SilentDrawer } from './silent-drawer.tsx';
import { StatusCard } from './status-card.tsx';
import { useDashboardState } from './use-dashboard-state.ts';
import { WeekdaysCard } from './weekdays-card.tsx';

const MINUTE_MS = 60_000;

/**
 * The fleet's present state, its figures over a range, and today compared with the last weeks; each figure links to the
 * vehicles behind it.
 */
export default function MainDashboard() {
  const { t } = useTranslation();
  const dashboard = useDashboardState();
  const { state } = dashboard;
  const seesLive = useMay('live-map', 'view');
  const input = inputOf(state);
  const query = useCall(
    'get-dashboard',
    { ...input, by: state.by },
    { placeholderData: keepPreviousData, refetchInterval: MINUTE_MS },
  );
  const { data } = query;
  // For several days the weekdays of the last one are shown.
  const day = state.range === 'today' ? undefined : data?.days.to;
  const weekdays = useCall(
    'get-dashboard-weekdays',
    { ...(state.groupId !== null && { groupId: state.groupId }), ...(day !== undefined && { day }) },
    {
      placeholderData: keepPreviousData,
      refetchInterval: 5 * MINUTE_MS,
      enabled: state.range === 'today' || day !== undefined,
    },
  );
  const title = t('dashboard.title');
  return (
    <div className={classes['page']}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <DashboardHead dashboard={dashboard} updatedAt={query.dataUpdatedAt} days={data?.days} />
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {data && data.reporting === 0 && state.groupId === null && <FirstSteps vehicles={data.vehicles} />}
      {(data?.vehicles !== 0 || state.groupId !== null) && (
        <div className={classes['content']} data-stale={query.isPlaceholderData || undefined}>
          {seesLive && <StatusCard groupId={state.groupId} />}
          <Figures data={data} weekdays={weekdays.data} dashboard={dashboard} />
          <DueCard />
          <CourseCard data={data} />
          <WeekdaysCard data={weekdays.data} error={weekdays.error} />
          <RankingCard data={data} dashboard={dashboard} />
          <AlarmsCard data={data} groupId={state.groupId} />
          <SilentCard data={data} dashboard={dashboard} />
        </div>
      )}
      <BehindDrawer dashboard={dashboard} days={data?.days} />
      <SilentDrawer dashboard={dashboard} />
      <FaultyDrawer dashboard={dashboard} />
    </div>
  );
}
