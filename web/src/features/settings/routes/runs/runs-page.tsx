import type { RouteRun } from '@milepost/contract/route-run-operations';
import { ActionIcon, Button, Group, SegmentedControl, Select, Skeleton, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useToday } from '../../../../live/use-today.ts';
import { formatSettings, localeOf } from '../../../../text/format-settings.ts';
import { formatClock, formatNumber } from '../../../../text/format.ts';
import { ObstacleMark } from '../../../../ui/availability/obstacle-chip.tsx';
import { cutText } from '../../../../ui/rest-option.ts';
import { ErrorNote } from '../../../../ui/error-note/error-note.tsx';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../../ui/lazy-part.ts';
import { SAME_PAGE } from '../../../../ui/same-page.ts';
import { RouteTabs } from '../route-tabs.tsx';
import { readRunsState, RUN_VIEWS, runDaysShown, runsStep } from './run-days.ts';
import classes from './runs.module.css';
import { WhenUsed } from '../../../../ui/when-used.tsx';

const RunDrawer = lazyPart(async () => ({ default: (await import('./run-drawer.tsx')).RunDrawer }));

const MAX_ROUTES = 500;

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(formatSettings().language), { ...options, timeZone: 'UTC' });
const moment = (day: string) => new Date(`${day}T00:00:00Z`);

/** The runs with their vehicles and drivers: a week or a month. */
export default function RunsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { open } = useOpenRecord();
  const mayAdd = useMay('routes', 'create');
  const today = useToday();
  const state = readRunsState(params, today);
  const days = runDaysShown(state);
  const [from = today, to = today] = [days[0], days.at(-1)];
  const query = useCall('get-run-list', { from, to, routeId: state.routeId }, { placeholderData: keepPreviousData });
  const routes = useCall('get-route-list', { pageSize: MAX_ROUTES });
  const { data, error } = query;
  const byDay = Map.groupBy(data?.rows ?? [], ({ day }) => day);
  function change(changes: Readonly<Record<string, string | null>>) {
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, SAME_PAGE);
  }
  const stretch =
    state.view === 'month'
      ? inUtc({ month: 'long', year: 'numeric' }).format(moment(state.day))
      : inUtc({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(moment(from), moment(to));
  return (
    <div className={classes['page']}>
      <RouteTabs />
      <Group justify="space-between" gap="sm">
        <Title order={1} size={20}>
          {t('routes.runs')}
        </Title>
        {mayAdd && (
          <Button
            ms="auto"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => open('new')}
          >
            {t('routes.add-run')}
          </Button>
        )}
        <SegmentedControl
          aria-label={t('routes.view-label')}
          value={state.view}
          onChange={(view) => change({ view })}
          data={RUN_VIEWS.map((value) => ({ value, label: t(`routes.view.${value}`) }))}
        />
      </Group>
      <Group gap="xs">
        <ActionIcon.Group>
          {([-1, 1] as const).map((step) => (
            <ActionIcon
              key={step}
              variant="default"
              size="input-sm"
              aria-label={t(step < 0 ? 'routes.before' : 'routes.after')}
              onClick={() => change({ day: runsStep(state, step) })}
            >
              {step < 0 ? (
                <IconChevronLeft size={18} className={classes['arrow']} />
              ) : (
                <IconChevronRight size={18} className={classes['arrow']} />
              )}
            </ActionIcon>
          ))}
        </ActionIcon.Group>
        <Button variant="default" onClick={() => change({ day: null })}>
          {t('routes.today')}
        </Button>
        <Text fw={650} aria-live="polite">
          {stretch}
        </Text>
        <Select
          ms="auto"
          aria-label={t('routes.route')}
          placeholder={t('routes.all-routes')}
          searchable
          clearable
          allowDeselect={false}
          w={{ base: '100%', sm: 220 }}
          data={(routes.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={state.routeId ?? null}
          onChange={(chosen) => change({ route: chosen === null ? null : String(chosen) })}
        />
      </Group>
      {error && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton radius="lg" h={420} />}
      {data && data.total > data.rows.length && <Text size="sm">{cutText(t, data.rows.length, data.total)}</Text>}
      {data && (
        <ol className={classes['days']} data-view={state.view}>
          {days.map((day) => (
            <li
              key={day}
              className={classes['day']}
              data-today={day === data.today || undefined}
              data-outside={(state.view === 'month' && !day.startsWith(state.day.slice(0, 7))) || undefined}
              data-empty={!byDay.has(day) || undefined}
              aria-label={inUtc({ weekday: 'long', day: 'numeric', month: 'long' }).format(moment(day))}
            >
              <h2>{inUtc({ weekday: 'short', day: 'numeric', month: 'short' }).format(moment(day))}</h2>
              {(byDay.get(day) ?? []).map((run) => (
                <RunButton key={run.id} run={run} onOpen={() => open(run.id)} />
              ))}
            </li>
          ))}
        </ol>
      )}
      {data?.rows.length === 0 && <Text c="dimmed">{t('routes.no-runs')}</Text>}
      <WhenUsed>
        <RunDrawer />
      </WhenUsed>
    </div>
  );
}

function RunButton({ run, onOpen }: { run: RouteRun; onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes['run']}
      data-cancelled={run.state === 'cancelled' || undefined}
      style={{ borderInlineStartColor: run.route.colour }}
      onClick={onOpen}
    >
      <b>{run.route.name}</b>
      <span>
        {formatClock(run.startsAt)}–{formatClock(run.endsAt)}
      </span>
      <span data-missing={run.vehicle === null || undefined}>
        {run.vehicle?.name ?? t('routes.no-vehicle')}{' '}
        {run.vehicleObstacle !== null && <ObstacleMark kind={run.vehicleObstacle} />}
      </span>
      <span>
        {run.driver?.name ?? t('routes.no-driver')}{' '}
        {run.driverObstacle !== null && <ObstacleMark kind={run.driverObstacle} />}
      </span>
      <span>
        {t('routes.stops-number', { number: formatNumber(run.stops - run.skipped) })}
        {run.skipped > 0 && ` · ${t('routes.skipped-number', { number: formatNumber(run.skipped) })}`}
        {run.state === 'cancelled'
          ? ` · ${t('routes.state.cancelled')}`
          : run.touched
            ? ` · ${t('routes.touched')}`
            : ''}
      </span>
    </button>
  );
}
