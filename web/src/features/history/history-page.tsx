import { useDirection } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useCallback, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { dayOf, spanOfDay } from '../../text/local-day.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ChartPane } from './chart/chart-pane.tsx';
import type { OtherLine } from './compare/other-tracks-map.ts';
import { useOtherTracks } from './compare/use-other-tracks.ts';
import { useVehicleNames } from './compare/use-vehicle-names.ts';
import { vehicleColor } from './compare/vehicle-colors.ts';
import { entriesOf, entryAt, type Entry } from './entries.ts';
import classes from './history-page.module.css';
import { HistoryPanel } from './history-panel.tsx';
import { PlayerBar } from './playback/player-bar.tsx';
import { useSlowMoment } from './playback/use-playback.ts';
import { isTooLong } from './range-presets.ts';
import { Readout } from './readout.tsx';
import { TrackStage } from './track/track-stage.tsx';
import { stepFrom, useTrack } from './track/use-track.ts';
import { useHistoryView } from './use-history-view.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useMoment } from './use-moment.ts';

const NO_ENTRIES: readonly Entry[] = [];
const boundsSeen = ({ map }: BaseMap) => {
  const seen = map.getBounds();
  return [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()] as const;
};
/** The interval at which the highlighted line of the list follows the playback. */
const MARK_MS = 300;

/**
 * The playback of a vehicle: its track on a map, a chart below, trips and stops beside it, all in sync. Further
 * vehicles can be added on the same map and time axis.
 */
export default function HistoryPage() {
  const { t } = useTranslation();
  const { view, change, setAt } = useHistoryView();
  const rtl = useDirection().dir === 'rtl';
  const [map, setMap] = useState<BaseMap | null>(null);
  const [follow, setFollow] = useState(false);
  const [hovered, setHovered] = useState<string | null>(null);
  const [choice, setChoice] = useState<{ view: object; key: string } | null>(null);
  const chosen = choice?.view === view ? choice.key : null;
  const { vehicleId, vehicleIds, from, to } = view;
  const legal = !isTooLong([from, to]);
  const trackRequest = { vehicleId: legal ? vehicleId : null, from, to };
  const { query, track, wild, viewToleranceM, refine, withFixes } = useTrack(trackRequest);
  const facts = useCall(
    'get-vehicle-facts',
    { vehicleId: vehicleId ?? 1, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    { enabled: trackRequest.vehicleId !== null, staleTime: 60_000, refetchOnWindowFocus: false },
  );
  const entries = useMemo(
    () => (facts.data ? entriesOf(facts.data, { from, to }) : NO_ENTRIES),
    [facts.data, from, to],
  );
  const otherIds = useMemo(
    () => (legal ? vehicleIds.filter((id) => id !== vehicleId) : []),
    [legal, vehicleIds, vehicleId],
  );
  const others = useOtherTracks(otherIds, from, to);
  const names = useVehicleNames(vehicleIds);
  const lines = useMemo(
    () =>
      others.map((other): OtherLine => ({
        vehicleId: other.vehicleId,
        color: vehicleColor(vehicleIds.indexOf(other.vehicleId)),
        registration: names.get(other.vehicleId) ?? '',
        track: other.track,
      })),
    [others, vehicleIds, names],
  );
  const look = useMemo(() => {
    if (vehicleId === null || vehicleIds.length < 2) return null;
    return { color: vehicleColor(vehicleIds.indexOf(vehicleId)), label: names.get(vehicleId) ?? '' };
  }, [vehicleId, vehicleIds, names]);
  // One time axis for all of them.
  const tracks = [track, ...others.map((other) => other.track)].filter(({ times }) => times.length > 1);
  const first = tracks.length === 0 ? from : Math.min(...tracks.map(({ times }) => times[0] ?? Infinity));
  const last = tracks.length === 0 ? from : Math.max(...tracks.map(({ times }) => times.at(-1) ?? -Infinity));
  const hasTrack = query.data !== undefined && tracks.length > 0;
  const allFacts = useMemo(
    () => [facts.data, ...others.map((other) => other.facts)].filter((one) => one !== undefined),
    [facts.data, others],
  );
  const playback = useMoment({ view, first, last, facts: allFacts, onRest: setAt });

  const moment = useSlowMoment(playback, MARK_MS);
  const current = hasTrack ? (entryAt(entries, moment)?.key ?? null) : null;
  const lit = useMemo(() => {
    const entry = entries.find(({ key }) => key === (hovered ?? chosen));
    return entry ? ([entry.from, entry.to ?? last] as const) : null;
  }, [entries, hovered, chosen, last]);

  const seek = useCallback(
    (ms: number) => {
      playback.pause();
      playback.seek(ms);
    },
    [playback],
  );
  // A moment of another day opens that day.
  const go = (ms: number) => (ms >= from && ms < to ? seek(ms) : change({ ...spanOfDay(dayOf(ms)), at: ms }));
  const choose = useCallback(
    (entry: Entry) => {
      setChoice((old) => (old?.view === view && old.key === entry.key ? null : { view, key: entry.key }));
      seek(entry.from);
    },
    [seek, view],
  );
  const step = useEffectEvent(async (direction: 1 | -1) => {
    const next = stepFrom(await withFixes(playback.at()), playback.at(), direction);
    if (next !== null) seek(next);
  });
  const onStep = (direction: 1 | -1) =>
    void step(direction).catch((error: unknown) => console.warn('The next fix cannot be read', error));
  usePlayerKeys({
    ' ': () => (playback.state().playing ? playback.pause() : playback.play()),
    // Time runs in the direction of the script.
    ArrowLeft: () => onStep(rtl ? 1 : -1),
    ArrowRight: () => onStep(rtl ? -1 : 1),
    f: () => setFollow((old) => !old),
  });
  const hoverAt = useCallback(
    (ms: number | null) => setHovered(ms === null ? null : (entryAt(entries, ms)?.key ?? null)),
    [entries],
  );

  return (
    <div className={classes['page']}>
      <HistoryPanel
        view={view}
        onView={change}
        track={track}
        others={others}
        names={names}
        moment={playback.at}
        seen={() => (map ? boundsSeen(map) : null)}
        map={map}
        read={query.data}
        viewToleranceM={viewToleranceM}
        facts={facts.data}
        loading={trackRequest.vehicleId !== null && facts.isPending}
        error={query.error ?? facts.error}
        onRetry={() => void Promise.all([query.refetch(), facts.refetch()])}
        entries={entries}
        chosen={chosen}
        current={current}
        onHover={setHovered}
        onChoose={choose}
        onSeek={seek}
      />
      <div className={classes['stage']}>
        <div className={classes['map']}>
          <TrackStage
            track={track}
            wild={wild}
            whole={query.data ?? null}
            entries={entries}
            lit={lit}
            chosen={chosen}
            playback={playback}
            follow={follow}
            refine={refine}
            onMap={setMap}
            others={lines}
            look={look}
            onFollow={setFollow}
            onSeek={seek}
            onHover={setHovered}
            onChoose={choose}
          />
          {vehicleId !== null && hasTrack && (
            <Readout vehicleId={vehicleId} track={track} playback={playback} look={look} others={lines} />
          )}
          {!hasTrack && !query.error && legal && (
            <div className={classes['note']} role="status">
              {vehicleId === null && (
                <EmptyNote
                  icon={<IconMapPin size={32} stroke={1.4} aria-hidden />}
                  title={t('history.empty.choose')}
                  text={t('history.empty.choose-text')}
                />
              )}
              {vehicleId !== null && query.isPending && t('history.loading')}
              {vehicleId !== null && !query.isPending && (
                <EmptyNote title={t('history.empty.nothing')} text={t('history.empty.nothing-text')} />
              )}
            </div>
          )}
        </div>
        <div className={classes['below']}>
          <PlayerBar
            playback={playback}
            follow={follow}
            onFollow={setFollow}
            onStep={onStep}
            onSeek={seek}
            onGo={go}
            disabled={!hasTrack}
          />
          {hasTrack && vehicleId !== null && track.times.length > 1 && (
            <ChartPane
              request={{ vehicleId, from: first, to: last + 1 }}
              playback={playback}
              lit={lit}
              onHover={hoverAt}
              onSeek={seek}
            />
          )}
        </div>
      </div>
    </div>
  );
}
