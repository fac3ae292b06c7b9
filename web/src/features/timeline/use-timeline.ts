import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useServerNow } from '../../live/use-live.ts';
import { dayOf, spanOfDay } from '../../text/local-day.ts';
import { SAME_PAGE } from '../../ui/same-page.ts';
import { minutesOf, type View, viewOf } from './axis.ts';
import { readTimelineState, type TimelineState, writeTimelineState } from './timeline-state.ts';

const MINUTE_MS = 60_000;
/** The debounce of writing the visible part to the address. */
const REST_MS = 300;

/** The state of the page: the address, the day's edges, and the visible part. */
export function useTimeline() {
  const [params, setParams] = useSearchParams();
  const now = useServerNow(MINUTE_MS);
  const state = readTimelineState(params);
  const today = dayOf(now);
  const day = state.day ?? today;
  const edges = spanOfDay(day);
  const [moved, setMoved] = useState<{ day: string; view: View } | null>(null);
  const view = moved?.day === day ? moved.view : viewOf(state.part, edges);
  /** `inView` is for another part or search of the same day, which adds no history entry. */
  const change = (wanted: Partial<TimelineState>, inView = false) =>
    setParams((current) => writeTimelineState(current, wanted), inView ? { replace: true, ...SAME_PAGE } : {});
  const storePart = useDebouncedCallback((next: View) => change({ part: minutesOf(next, edges) }, true), REST_MS);
  return {
    state,
    change,
    now,
    today,
    day,
    isToday: day === today,
    edges,
    view,
    move(next: View) {
      setMoved({ day, view: next });
      storePart(next);
    },
  };
}

export type Timeline = ReturnType<typeof useTimeline>;
