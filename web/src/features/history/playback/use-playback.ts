import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPlayback, type Playback } from './playback.ts';

/** The playback of a screen; it stops when the screen is unmounted. */
export function usePlayback(): Playback {
  const [playback] = useState(() => createPlayback());
  useEffect(() => () => playback.pause(), [playback]);
  return playback;
}

export const usePlaybackState = (playback: Playback) => useSyncExternalStore(playback.onChange, playback.state);

/**
 * The playback's moment for components that need not follow each frame: updated every `stepMs` while it moves, and when
 * it stops.
 */
export function useSlowMoment(playback: Playback, stepMs: number): number {
  const [moment, setMoment] = useState(playback.at);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = playback.onFrame(() => {
      if (timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        setMoment(playback.at());
      }, stepMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [playback, stepMs]);
  return moment;
}
