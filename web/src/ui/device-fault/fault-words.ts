import type { DeviceFault, DeviceFaultKind } from '@milepost/contract/device-fault';
import type { TFunction } from 'i18next';
import { formatDateTime, formatDayAndClock, formatDuration, formatNumber } from '../../text/format.ts';
import { formatSettings, localeOf } from '../../text/format-settings.ts';

export const faultName = (t: TFunction, kind: DeviceFaultKind) => t(`device-fault.kind.${kind}`);

/** A factor with all its significant digits: "1.852". */
export const formatFactor = (factor: number) =>
  new Intl.NumberFormat(localeOf(formatSettings().language), { maximumFractionDigits: 3 }).format(factor);

/** The description of a device's fault, and its remedy. */
export function faultWords(t: TFunction, fault: DeviceFault): { what: string; todo: string } {
  const key = fault.kind === 'speedUnit' && fault.unit === null ? 'speedUnknown' : fault.kind;
  const values = valuesOf(t, fault);
  return { what: t(`device-fault.what.${key}`, values), todo: t(`device-fault.todo.${key}`, values) };
}

function valuesOf(t: TFunction, fault: DeviceFault): Record<string, string> {
  switch (fault.kind) {
    case 'speedUnit':
      return {
        factor: formatFactor(fault.factor),
        unit: fault.unit === null ? '' : t(`device-fault.unit.${fault.unit}`),
      };
    case 'course':
      return { percent: `${formatNumber(fault.share * 100)} %` };
    case 'staleSpeed':
      return { time: formatDuration(fault.seconds) };
    case 'facts':
      return { cause: fault.cause, at: formatDateTime(fault.at) };
    case 'clock':
    case 'crowdedAreas':
    case 'crowdedAlarms':
      return { reports: formatNumber(fault.reports) };
    case 'wire': {
      const since = formatDayAndClock(fault.since);
      return { why: t(`engine.doubt.${fault.reason}`, { time: formatDuration(fault.seconds), since }) };
    }
    case 'silent':
      return { since: formatDayAndClock(fault.since) };
    case 'elsewhere':
    case 'secret':
      return findingValues(fault);
    case 'twoSenders':
      return { ...findingValues(fault), other: fault.otherAddress };
  }
}

const findingValues = ({ times, at, address }: { times: number; at: string; address: string }) => ({
  times: formatNumber(times),
  at: formatDateTime(at),
  address,
});

/** The factor that would fix a fault; null if it is out of bounds. */
export function factorFor(factor: number, bounds: { min: number; max: number }): number | null {
  const wanted = Math.round(factor * 10_000) / 10_000;
  return wanted >= bounds.min && wanted <= bounds.max ? wanted : null;
}
