import type { Severity } from '@milepost/contract/fact-operations';
import { useEffect, useState } from 'react';
import { playTone, TONES } from './alarm-tones.ts';

const MUTE_MS = 5 * 60_000;

/**
 * Sounds while an alarm is unacknowledged, with the tone of the most severe. Browsers play nothing before a click, so
 * it is initially off.
 * @param waiting the highest severity among the unacknowledged alarms; null for none
 */
export function useAlarmSound(waiting: Severity | null) {
  const [audio, setAudio] = useState<AudioContext | null>(null);
  const [mutedUntil, setMutedUntil] = useState(0);

  useEffect(() => {
    if (!audio || waiting === null) return undefined;
    const play = () => {
      if (Date.now() < mutedUntil) return;
      // A suspended audio context is resumed first; tones of a suspended one would be played all together later.
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
    /** Epoch milliseconds of the browser; 0 if not muted. */
    mutedUntil,
    turn(on: boolean): void {
      setAudio(on ? new AudioContext() : null);
      setMutedUntil(0);
    },
    /** Mutes for five minutes, or unmutes. */
    mute(): void {
      setMutedUntil((until) => (until > Date.now() ? 0 : Date.now() + MUTE_MS));
    },
  };
}

export type AlarmSound = ReturnType<typeof useAlarmSound>;
