import { ActionIcon, Skeleton } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../api/call.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import { toleranceOf, type OtherVehicle } from './compare/use-other-tracks.ts';
import { vehicleColor } from './compare/vehicle-colors.ts';
import { entriesOf, type Entry } from './entries.ts';
import classes from './history-panel.module.css';
import { MAX_VEHICLES, withChosen, withoutVehicle, type HistoryView } from './history-view.ts';
import { EntryList } from './list/entry-list.tsx';
import { SumLine } from './list/sum-line.tsx';
import { RangeBar } from './range-bar.tsx';
import type { ShownVehicle } from './sheet/take-sheet.ts';
import type { BaseMap } from '../../ui/map/base-map.ts';
import type { Track } from './track/track.ts';

const ExportMenu = lazyPart(() => import('./export/export-menu.tsx'));
/** Lazy-loaded: most ranges have all their positions. */
const DeletedNote = lazyPart(() => import('./track/deleted-note.tsx'));
/** Lazy-loaded: few vehicles are used privately. */
const PrivateNote = lazyPart(() => import('./track/private-note.tsx'));
/** Lazy-loaded: most people look at one vehicle. */
const CompareList = lazyPart(() => import('./compare/compare-list.tsx'));

interface Props {
  view: HistoryView;
  onView: (part: Partial<HistoryView>) => void;
  read: CallOutput<'get-track'> | undefined;
  /** The tolerance of the visible part, if that was loaded in more detail. */
  viewToleranceM: number | null;
  facts: CallOutput<'get-vehicle-facts'> | undefined;
  loading: boolean;
  error: Error | null;
  onRetry: () => void;
  entries: readonly Entry[];
  chosen: string | null;
  current: string | null;
  onHover: (key: string | null) => void;
  onChoose: (entry: Entry) => void;
  onSeek: (ms: number) => void;
  track: Track;
  others: readonly OtherVehicle[];
  names: ReadonlyMap<number, string>;
  /** The playback's moment: another vehicle on the map does not change it. */
  moment: () => number;
  /** The visible part of the map, [west, south, east, north]; null before the map is created. */
  seen: () => readonly [number, number, number, number] | null;
  map: BaseMap | null;
}

/** The data of each vehicle on the map for the sheet; null until all of it is loaded. */
function shownVehicles({ view, facts, entries, track, others, names }: Props): (() => ShownVehicle[]) | null {
  const { vehicleIds, vehicleId, from, to } = view;
  if (!facts || others.some((other) => other.pending || !other.facts)) return null;
  return () =>
    vehicleIds.flatMap((id, index): ShownVehicle[] => {
      const about = {
        registration: names.get(id) ?? '',
        color: vehicleIds.length > 1 ? vehicleColor(index) : null,
      };
      if (id === vehicleId) return [{ ...about, track, entries, totals: facts.totals }];
      const other = others.find((each) => each.vehicleId === id);
      if (!other?.facts) return [];
      const { totals } = other.facts;
      return [{ ...about, track: other.track, entries: entriesOf(other.facts, { from, to }), totals }];
    });
}

/** The panel beside the map: vehicle and days, totals, and the list of events. */
export function HistoryPanel(props: Props) {
  const {
    view,
    onView,
    read,
    viewToleranceM,
    facts,
    loading,
    error,
    onRetry,
    track,
    others,
    names,
    moment,
    seen,
    map,
    ...list
  } = props;
  const { t } = useTranslation();
  const { vehicleId, vehicleIds, from, to } = view;
  const registration = vehicleId === null ? undefined : names.get(vehicleId);
  const canAdd = vehicleId !== null && vehicleIds.length < MAX_VEHICLES;
  return (
    <aside className={classes['panel']} aria-label={t('history.panel')}>
      <header className={classes['head']}>
        <h1>{t('history.title')}</h1>
        <Tooltip text={t('history.fleet.open')}>
          <ActionIcon component={Link} to="/history/fleet" aria-label={t('history.fleet.open')}>
            <IconHistoryToggle size={20} />
          </ActionIcon>
        </Tooltip>
        {vehicleId !== null && registration !== undefined && read !== undefined && read.fixes > 0 && (
          <Suspense>
            <ExportMenu
              key={`${vehicleId} ${from} ${to}`}
              vehicleId={vehicleId}
              registration={registration}
              from={from}
              to={to}
              vehicles={shownVehicles(props)}
              view={seen}
            />
          </Suspense>
        )}
      </header>
      <div className={classes['choice']}>
        <RangeBar
          vehicleId={vehicleId}
          range={[from, to]}
          shownIds={vehicleIds}
          onVehicle={(id) => onView(withChosen(view, id))}
          onAdd={canAdd ? (id) => onView({ vehicleIds: [...vehicleIds, id], at: moment() }) : null}
          onRange={([start, end]) => onView({ from: start, to: end })}
        />
      </div>
      {vehicleId !== null && vehicleIds.length > 1 && (
        <Suspense fallback={<Skeleton height={96} m={16} width="auto" />}>
          <CompareList
            vehicleIds={vehicleIds}
            vehicleId={vehicleId}
            names={names}
            facts={facts}
            track={track}
            toleranceM={toleranceOf(read)}
            others={others}
            onChoose={(id) => onView({ vehicleId: id, at: moment() })}
            onRemove={(id) => onView({ ...withoutVehicle(view, id), at: moment() })}
            onSeek={list.onSeek}
          />
        </Suspense>
      )}
      {error && <ErrorNote error={error} onRetry={onRetry} radius={0} />}
      {read?.deleted && (
        <Suspense>
          <DeletedNote deleted={read.deleted} />
        </Suspense>
      )}
      {vehicleId !== null && read?.private && (
        <Suspense>
          <PrivateNote key={`${vehicleId} ${from} ${to}`} vehicleId={vehicleId} spans={read.private} map={map} />
        </Suspense>
      )}
      <div className={classes['happened']}>
        {facts && read !== undefined && read.fixes > 0 && (
          <SumLine facts={facts} read={read} viewToleranceM={viewToleranceM} />
        )}
        <div className={classes['entries']} data-follows>
          {loading && <Skeleton height={240} m={16} width="auto" />}
          <EntryList vehicleId={vehicleId} {...list} />
        </div>
      </div>
    </aside>
  );
}
