import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import type { RunVehicle } from '@milepost/contract/route-run-operations';
import type { RunFact } from '@milepost/contract/run-day-operations';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useServerNow } from '../../../../live/use-live.ts';
import type { DrawnRun } from '../../../../map/runs/runs-layer.ts';
import { formatClock, formatDate } from '../../../../text/format.ts';
import { listText } from '../../../../text/list-text.ts';
import { ObstacleChip } from '../../../../ui/availability/obstacle-chip.tsx';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { historyPath } from '../../../../ui/history-path.ts';
import { lazyPart } from '../../../../ui/lazy-part.ts';
import { recordId } from '../../../../ui/record-page/record-id.ts';
import { RecordPage } from '../../../../ui/record-page/record-page.tsx';
import { RunEntries } from '../../../../ui/run-links/run-entries.tsx';
import { RunState } from '../../../../ui/runs/run-state.tsx';
import { RunsMap } from '../../../../ui/runs/runs-map.tsx';
import { LOOK_COLOUR, lookOf } from '../../../../ui/runs/stop-look.ts';
import { useRunUpdates } from '../../../../ui/runs/use-run-updates.ts';
import { SAME_PAGE } from '../../../../ui/same-page.ts';
import { Section } from '../../../../ui/section/section.tsx';
import { piecesOf } from './driven-track.ts';
import { RunAxis } from './run-axis.tsx';
import { RunChanges } from './run-changes.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunLoadTable } from './run-load.tsx';
import { RunStops } from './run-stops.tsx';
import classes from './run.module.css';
import { type Track, useRunTracks } from './use-run-tracks.ts';
import { vehicleSpansOf } from './vehicle-spans.ts';

// Lazy-loaded together with the validation schemas of its form.
const RunDrawer = lazyPart(async () => ({ default: (await import('../runs/run-drawer.tsx')).RunDrawer }));

const MINUTE_MS = 60_000;

/** One run: plan and reality, side by side. */
export default function RunPage() {
  const id = recordId(useParams()['runId']);
  const query = useCall('get-run-facts', { id }, { enabled: id > 0 });
  useRunUpdates(id);
  return (
    <RecordPage
      id={id}
      query={query}
      texts="run"
      list="/settings/runs"
      nameOf={({ fact: { run } }) => `${run.route.name} · ${formatDate(run.day)}`}
    >
      {({ fact }) => <Whole fact={fact} />}
    </RecordPage>
  );
}

function Whole({ fact }: { fact: RunFact }) {
  const { t } = useTranslation();
  const now = useServerNow(MINUTE_MS);
  const [params, setParams] = useSearchParams();
  const { open } = useOpenRecord();
  const [seesRoutes, seesDay, seesHistory] = [
    useMay('routes', 'view'),
    useMay('distribution', 'view'),
    useMay('history', 'view'),
  ];
  const chosen = Number(params.get('stop')) || null;
  const choose = (outletId: number) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.set('stop', String(outletId));
      return next;
    }, SAME_PAGE);
  const { run } = fact;
  const spans = vehicleSpansOf(fact, now);
  const tracks = useRunTracks(seesHistory ? spans : []);
  const entries = useCall('get-run-words', { runId: run.id }, { enabled: seesRoutes });
  const words = entries.data?.stops.length ? entries.data.stops : undefined;
  const drawn = useMemo(() => [drawnOf(fact, tracks)], [fact, tracks]);
  return (
    <div className={classes['run']}>
      <header className={classes['head']}>
        <Group gap={8}>
          <i className={classes['colour']} style={{ background: run.route.colour }} aria-hidden />
          <Title order={1} size={20}>
            {run.route.name} · {formatDate(run.day)}
          </Title>
          <RunState state={fact.state} />
          {run.vehicleObstacle !== null && <ObstacleChip kind={run.vehicleObstacle} />}
          {run.driverObstacle !== null && <ObstacleChip kind={run.driverObstacle} />}
          {run.override !== null && (
            <Text size="sm" c="dimmed">
              {t('availability.used-anyway', { reason: run.override.reason })}
            </Text>
          )}
          {seesRoutes && (
            <Button
              ms="auto"
              variant="default"
              size="compact-md"
              leftSection={<IconEdit size={16} aria-hidden />}
              onClick={() => open(run.id)}
            >
              {t('run.change')}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[run.vehicle?.name ?? t('runs.no-vehicle'), run.driver?.name, spanText()].filter(Boolean).join(' · ')}
        </Text>
        {run.vehicles.some(({ until }) => until !== null) && (
          <ul className={classes['vehicles']} aria-label={t('run.vehicles')}>
            {run.vehicles.map(({ name, from, until }) => (
              <li key={from}>{vehicleSpanText(t, { name, from, until })}</li>
            ))}
          </ul>
        )}
        <Group gap="md">
          {seesDay && (
            <Anchor component={Link} size="sm" to={`/dashboard/distribution-main?day=${run.day}`}>
              {t('run.to-day')}
            </Anchor>
          )}
          {seesHistory &&
            spans.map(({ vehicle, from, to }) => (
              <Anchor key={from} component={Link} size="sm" to={historyPath(vehicle.id, { from, to, at: from })}>
                {spans.length > 1 ? t('run.to-history-of', { vehicle: vehicle.name }) : t('run.to-history')}
              </Anchor>
            ))}
        </Group>
        {fact.changedAfterClose !== null && <Text size="sm">{t('run.changed-note')}</Text>}
        {fact.state === 'unknown' && <Text size="sm">{t('run.unknown-note')}</Text>}
      </header>
      <RunAxis fact={fact} now={now} chosen={chosen} onChoose={choose} />
      <RunFigures fact={fact} />
      <div className={classes['sides']}>
        <div className={classes['table']}>
          <RunStops fact={fact} words={words} now={now} chosen={chosen} onChoose={choose} />
        </div>
        <div className={classes['map']}>
          <RunsMap label={t('run.map')} runs={drawn} fitFor={`${run.id} ${run.version}`} />
          <p className={classes['legend']}>{t('run.legend')}</p>
        </div>
      </div>
      <RunLoadTable run={run} />
      {words && (
        <Section level={2} title={t('run.words')}>
          <RunEntries runId={run.id} />
        </Section>
      )}
      <RunChanges fact={fact} />
      {seesRoutes && (
        <Suspense>
          <RunDrawer />
        </Suspense>
      )}
    </div>
  );

  function spanText(): string {
    const planned = t('run.planned-span', { from: formatClock(run.startsAt), to: formatClock(run.endsAt) });
    if (fact.begunAt === null) return planned;
    const ended = fact.endedAt === null ? t('run.goes-on') : formatClock(fact.endedAt);
    return listText([planned, t('run.fact-span', { from: formatClock(fact.begunAt), to: ended })]);
  }
}

function drawnOf(fact: RunFact, tracks: readonly Track[]): DrawnRun {
  return {
    colour: fact.run.route.colour,
    begin: fact.run.beginDepot?.place ?? null,
    end: fact.run.endDepot?.place ?? null,
    stops: fact.stops.flatMap((stop, index) =>
      stop.place
        ? [
            {
              place: stop.place,
              colour: LOOK_COLOUR[lookOf(stop)],
              number: String(index + 1),
              planned: stop.stopId !== null && stop.state !== 'skipped',
            },
          ]
        : [],
    ),
    track: tracks.flatMap(piecesOf),
    vehicle: null,
  };
}

/** A vehicle with its time on a run. */
function vehicleSpanText(t: TFunction, { name: label, from, until }: Omit<RunVehicle, 'id'>): string {
  const name = label ?? t('runs.hidden-vehicle');
  if (from === null) return until === null ? name : t('run.vehicle-until', { name, time: formatClock(until) });
  if (until === null) return t('run.vehicle-from', { name, time: formatClock(from) });
  return t('run.vehicle-between', { name, from: formatClock(from), until: formatClock(until) });
}
