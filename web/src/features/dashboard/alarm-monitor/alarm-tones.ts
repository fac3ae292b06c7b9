import type { Severity } from '@milepost/contract/fact-operations';

/** One beep: its start after the first, its duration (seconds), and its pitch (hertz). */
export interface Beep {
  at: number;
  lasts: number;
  hertz: number;
}

/** The tone of each severity, distinguished by rhythm as well as pitch, and its repetition interval. */
export const TONES: Record<Severity, { beeps: readonly Beep[]; everyMs: number }> = {
  critical: {
    beeps: [0, 0.2, 0.4, 0.75, 0.95].map((at, index) => ({ at, lasts: 0.14, hertz: index < 3 ? 880 : 1175 })),
    everyMs: 2500,
  },
  major: { beeps: [0, 0.3, 0.6].map((at) => ({ at, lasts: 0.2, hertz: 740 })), everyMs: 5000 },
  minor: { beeps: [0, 0.35].map((at) => ({ at, lasts: 0.22, hertz: 587 })), everyMs: 10_000 },
  warning: { beeps: [{ at: 0, lasts: 0.25, hertz: 440 }], everyMs: 20_000 },
};

const LOUD = 0.22;
/** A tone that begins or ends abruptly clicks. */
const RAMP_S = 0.015;

/** Plays a severity's beeps once; releases the audio nodes afterwards. */
export function playTone(audio: AudioContext, severity: Severity): void {
  const start = audio.currentTime + 0.02;
  for (const { at, lasts, hertz } of TONES[severity].beeps) {
    const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
    const gain = new GainNode(audio, { gain: 0 });
    const from = start + at;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(LOUD, from + RAMP_S);
    gain.gain.setValueAtTime(LOUD, from + lasts - RAMP_S);
    gain.gain.linearRampToValueAtTime(0, from + lasts);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.addEventListener('ended', () => {
      oscillator.disconnect();
      gain.disconnect();
    });
    oscillator.start(from);
    oscillator.stop(from + lasts);
  }
}
