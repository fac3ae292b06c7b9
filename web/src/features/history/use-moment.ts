import { useEffect, useMemo } from 'react';
import type { VehicleFacts } from '@milepost/contract/fact-routes';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../text/format.ts';
import { notify } from '../../ui/toast/notify.ts';
import { standingBetween, standingOfAll, type Playback } from './playback/playback.ts';
import { usePlayback } from './playback/use-playback.ts';
import type { HistoryView } from './history-view.ts';

/** The address follows a moment that is dragged once it rests. */
const WRITE_MS = 500;

interface Options {
  view: HistoryView;
  /** The first and the last moment of the tracks. */
  first: number;
  last: number;
  /** Of each vehicle on the map whose facts have come. */
  facts: readonly VehicleFacts[];
  /** Told where the playback rests. */
  onRest: (at: number) => void;
}

/** Less than this of a span that is skipped is no news. */
const LEAST_SHOWN_S = 300;

/** Trips and tows in order of time: between them it stood. */
const movesOf = ({ trips, tows }: VehicleFacts) => [...trips, ...tows].toSorted((a, b) => (a.start < b.start ? -1 : 1));

/** The playback of the tracks that are shown: begins where the address says, and tells the address where it is. */
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
      if (unseenS < LEAST_SHOWN_S) return;
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
