import type { Severity } from '@milepost/contract/fact-routes';
import { useEffect, useState } from 'react';
import { playTone, TONES } from './alarm-tones.ts';

const MUTE_MS = 5 * 60_000;

/**
 * Sounds for as long as an alarm waits for somebody, by the most severe that does. A browser plays nothing before a click,
 * so it begins switched off.
 * @param waiting the highest severity of which an alarm waits; null: none
 */
export function useAlarmSound(waiting: Severity | null) {
  const [audio, setAudio] = useState<AudioContext | null>(null);
  const [mutedUntil, setMutedUntil] = useState(0);

  useEffect(() => {
    if (!audio || waiting === null) return undefined;
    const play = () => {
      if (Date.now() < mutedUntil) return;
      // A context that the browser put to sleep is woken; a tone on a sleeping one would come in a bunch later.
      if (audio.state === 'running') playTone(audio, waiting);
      else void audio.resume();
    };
    play();
    const timer = setInterval(play, TONES[waiting].everyMs);
    return () => clearInterval(timer);
  }, [audio, waiting, mutedUntil]);
  useEffect(() => () => void audio?.close(), [audio]);

  return {
    on: audio !== null,
    /** Epoch milliseconds of the browser; 0: not muted. */
    mutedUntil,
    turn(on: boolean): void {
      setAudio(on ? new AudioContext() : null);
      setMutedUntil(0);
    },
    /** Silent for five minutes, or (again) no longer. */
    mute(): void {
      setMutedUntil((until) => (until > Date.now() ? 0 : Date.now() + MUTE_MS));
    },
  };
}

export type AlarmSound = ReturnType<typeof useAlarmSound>;
