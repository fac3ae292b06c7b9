import { KM_PER_MILE } from '@milepost/contract/constants';
import { formatSettings } from '../../../text/format-settings.ts';

const isImperial = () => formatSettings().units === 'imperial';

/** Converts a speed between the person's unit and km/h: whole numbers stay whole. */
export const toKph = (entered: number): number =>
  isImperial() ? Math.round(entered * KM_PER_MILE * 10) / 10 : entered;
export const fromKph = (kph: number): number => (isImperial() ? Math.round(kph / KM_PER_MILE) : Math.round(kph));

const UNITS_S = { min: 60, h: 3600, d: 86_400 } as const;
export type DurationUnit = keyof typeof UNITS_S;
export const DURATION_UNITS: readonly DurationUnit[] = ['min', 'h', 'd'];

/** The largest unit in which seconds are a whole number. */
export const unitOf = (seconds: number): DurationUnit =>
  seconds > 0 && seconds % UNITS_S.d === 0 ? 'd' : seconds > 0 && seconds % UNITS_S.h === 0 ? 'h' : 'min';

export const toSeconds = (value: number, unit: DurationUnit): number => Math.round(value * UNITS_S[unit]);
export const fromSeconds = (seconds: number, unit: DurationUnit): number => seconds / UNITS_S[unit];
