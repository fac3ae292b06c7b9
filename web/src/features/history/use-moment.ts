import { useEffect, useMemo } from 'react';
import type { VehicleFacts } from '@milepost/contract/fact-operations';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../text/format.ts';
import { notify } from '../../ui/toast/notify.ts';
import { standingBetween, standingOfAll, type Playback } from './playback/playback.ts';
import { usePlayback } from './playback/use-playback.ts';
import type { HistoryView } from './history-view.ts';

/** The debounce of writing the moment to the address. */
const WRITE_MS = 500;

interface Options {
  view: HistoryView;
  /** The first and the last moment of the tracks. */
  first: number;
  last: number;
  /** The facts of each vehicle on the map that are loaded. */
  facts: readonly VehicleFacts[];
  /** Called with the moment at which the playback stops. */
  onRest: (at: number) => void;
}

/** Shorter unknown times in a skipped span are not shown. */
const MIN_SHOWN_S = 300;

/** The trips and tows in order of time: between them the vehicle stood. */
const movesOf = ({ trips, tows }: VehicleFacts) => [...trips, ...tows].toSorted((a, b) => (a.start < b.start ? -1 : 1));

/** The playback of the displayed tracks: begins at the address's moment, and writes its moment to the address. */
export function useMoment({ view, first, last, facts, onRest }: Options): Playback {
  const { t } = useTranslation();
  const playback = usePlayback();
  useEffect(() => {
    playback.pause();
    playback.setRange(first, last);
    playback.seek(view.at ?? first);
  }, [playback, view, first, last]);

  const standing = useMemo(
    () =>
      facts.some((one) => movesOf(one).length > 0)
        ? standingOfAll(facts.map((one) => standingBetween(movesOf(one), one.stops, [first, last])))
        : [],
    [facts, first, last],
  );
  useEffect(() => playback.setStanding(standing), [playback, standing]);
  useEffect(() => {
    playback.setOnSkip(([from, to, unseenS]) => {
      if (unseenS < MIN_SHOWN_S) return;
      const [time, unseen] = [formatDuration((to - from) / 1000), formatDuration(unseenS)];
      notify(t('history.player.skipped', { time, unseen }));
    });
    return () => playback.setOnSkip(null);
  }, [playback, t]);

  useEffect(() => {
    if (last <= first) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = playback.onFrame((at) => {
      clearTimeout(timer);
      timer = setTimeout(() => onRest(at), WRITE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [playback, first, last, onRest]);
  return playback;
}
