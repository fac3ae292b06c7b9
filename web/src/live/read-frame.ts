import type { ServerFrame } from '@milepost/contract/live';

/** The fields of each frame that must be lists for the store to read it. */
const LISTS: Record<ServerFrame['t'], readonly string[]> = {
  snapshot: ['vehicles', 'states'],
  states: ['states'],
  vehicles: ['changed', 'removed'],
  places: ['places'],
  critical: ['alarms', 'gone'],
  knock: [],
  notification: [],
  alarms: ['alarms', 'gone'],
  facts: ['vehicles'],
  runs: ['runs'],
  addresses: [],
  beat: [],
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isKind = (kind: unknown): kind is ServerFrame['t'] => typeof kind === 'string' && Object.hasOwn(LISTS, kind);

function isFrame(value: unknown): value is ServerFrame {
  if (!isRecord(value) || typeof value['at'] !== 'number' || !isKind(value['t'])) return false;
  return LISTS[value['t']].every((name) => Array.isArray(value[name]));
}

/**
 * Reads a frame. Only the outline is checked, because the server is ours and a snapshot can contain 100,000 vehicles.
 * In development the full schema is checked too (`live-client.ts`).
 */
export function readFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  return isFrame(value) ? value : null;
}
