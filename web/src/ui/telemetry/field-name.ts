import type { TFunction } from 'i18next';
import { visible } from '../../text/visible.ts';

/** The units at the end of a field name, by their suffix (`speedKph`, `temperature1C`, `batteryPercent`). */
const UNITS = ['Kph', 'Deg', 'Percent', 'Rpm', 'V', 'A', 'M', 'S', 'C', 'L'] as const;
export type Unit = (typeof UNITS)[number];

export interface FieldName {
  /** The name without number and unit. */
  stem: string;
  /** Which of several, as in `input2`; empty if there is only one. */
  number: string;
  unit: Unit | null;
}

const SENSOR = 'sensor:';

/** Splits a field name of the protocols: `temperature1C` is the first temperature, in degrees Celsius. */
export function fieldName(name: string): FieldName {
  // A sensor has the name that people gave it.
  if (name.startsWith(SENSOR)) return { stem: name, number: '', unit: null };
  const unit = UNITS.find((each) => new RegExp(`[a-z0-9]${each}$`).test(name)) ?? null;
  const bare = unit === null ? name : name.slice(0, -unit.length);
  const [, stem = bare, number = ''] = /^(.*[A-Za-z])(\d+)$/.exec(bare) ?? [];
  return { stem, number, unit };
}

/**
 * The label of a field: that of the catalogue, otherwise the name split into words ("wifiSignal" is "Wifi signal").
 */
export function fieldLabel(t: TFunction, name: string): string {
  if (name.startsWith(SENSOR)) return visible(name.slice(SENSOR.length));
  const { stem, number } = fieldName(name);
  // A value that is reported in two units (a battery in volts and in percent) has a label for each.
  const label = t([`telemetry.${name}`, `telemetry.${stem}`], { defaultValue: inWords(stem) });
  return number === '' ? label : `${label} ${number}`;
}

/** Converts "hardBraking" to "Hard braking", "io" to "IO". */
export function inWords(name: string): string {
  if (name.length <= 3) return visible(name.toUpperCase());
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return visible(words.charAt(0).toUpperCase() + words.slice(1));
}
