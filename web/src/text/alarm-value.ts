import type { AlarmKind } from '@milepost/contract/alarm-condition';
import type { TFunction } from 'i18next';
import { formatDecimal, formatDuration, formatSpeedAndUnit } from './format.ts';

/** The value that an alarm of each kind was raised with, and its unit; null where it measures nothing. */
const MEASURED: { readonly [Kind in AlarmKind]: ((value: number) => string) | null } = {
  overspeed: formatSpeedAndUnit,
  overStay: null,
  idling: null,
  geofenceEnter: null,
  geofenceExit: null,
  geofenceDwell: null,
  routeDeviation: null,
  unauthorisedMovement: null,
  tow: null,
  noData: (minutes) => formatDuration(minutes * 60),
  device: null,
  driverWithoutTag: null,
  fuelDrop: (litres) => `${formatDecimal(litres)} L`,
  temperature: (celsius) => `${formatDecimal(celsius)} °C`,
  lowBattery: null,
};

const byKind = new Map<string, ((value: number) => string) | null>(Object.entries(MEASURED));

/** What the rule measured, with its unit; null where it measures nothing. */
export function valueText({ kind, value }: { kind: string; value: number | null }): string | null {
  return value === null ? null : (byKind.get(kind) ?? formatDecimal)(value);
}

/** An alarm code as a device reports it, in words. */
export const codeText = (t: TFunction, code: string): string => t(`alarm.${code}`, { defaultValue: code });
