import { MAX_KEY_LENGTH } from '@milepost/contract/history-operations';
import { isDay } from '../../text/local-day.ts';

/** The state in the address of the screen: the same address opens the same view. Times in epoch milliseconds. */
export interface TelemetryState {
  /** Empty for the first visible vehicle. */
  vehicleIds: number[];
  /** Empty for the speed. */
  keys: string[];
  /** Null for today. */
  range: readonly [from: number, to: number] | null;
  /** The day to compare with the first day of the range, `YYYY-MM-DD`. */
  compare: string | null;
}

/** Epoch milliseconds; null for an invalid time. */
const instant = (text: string | null): number | null => {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(ms) ? ms : null;
};

const unique = <Item>(items: readonly Item[]) => [...new Set(items)];

export function readTelemetryState(params: URLSearchParams): TelemetryState {
  const ids = (params.get('vehicles') ?? '').split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id));
  const [from, to] = [instant(params.get('from')), instant(params.get('to'))];
  const compare = params.get('compare');
  return {
    vehicleIds: unique(ids.map(Number)),
    keys: unique(params.getAll('value').filter((key) => key.length > 0 && key.length <= MAX_KEY_LENGTH)),
    range: from !== null && to !== null && to > from ? [from, to] : null,
    compare: isDay(compare) ? compare : null,
  };
}

export function writeTelemetryState({ vehicleIds, keys, range, compare }: TelemetryState): URLSearchParams {
  const params = new URLSearchParams();
  if (vehicleIds.length > 0) params.set('vehicles', vehicleIds.join(','));
  for (const key of keys) params.append('value', key);
  if (range) {
    params.set('from', new Date(range[0]).toISOString());
    params.set('to', new Date(range[1]).toISOString());
  }
  if (compare !== null) params.set('compare', compare);
  return params;
}
