import { readColour, type Sizes } from './found-fence.ts';

export type Json = Record<string, unknown>;
export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads Traccar's attributes of a geofence: its colour, and for a line the distance to each side. */
export function readAttributes(given: unknown): { sizes: Partial<Sizes>; colour: string | null } {
  const attributes = typeof given === 'string' ? parsed(given) : given;
  if (!isRecord(attributes)) return { sizes: {}, colour: null };
  const distance = Number(attributes['polylineDistance'] ?? Number.NaN);
  const colour = attributes['color'];
  return {
    sizes: distance > 0 ? { halfWidthM: distance } : {},
    colour: typeof colour === 'string' ? readColour(colour) : null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
