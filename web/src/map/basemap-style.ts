import type { StyleSpecification } from 'maplibre-gl';
import { BASE_PATH } from '../api/base-path.ts';

export type MapTheme = 'light' | 'dark';
export type BasemapKind = 'online' | 'offline';

/** The deadline for the online style, in milliseconds. */
const ONLINE_TIMEOUT_MS = 3000;

const EMPTY_GROUND: Record<MapTheme, string> = { light: '#e9edf0', dark: '#0b1118' };

/** The background colour of a map before its style is loaded. */
export const bareGround = (theme: MapTheme): string => EMPTY_GROUND[theme];

/** A style of one colour: the fallback when not even our own server has a basemap. */
export function bareStyle(theme: MapTheme): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': EMPTY_GROUND[theme] } }],
  };
}

/** Checks only the outline: MapLibre itself checks the rest and reports what it cannot draw. */
function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null || !('version' in value && 'sources' in value)) return false;
  return value.version === 8 && 'layers' in value && Array.isArray(value.layers);
}

function readStyle(text: string, url: string): StyleSpecification {
  const value: unknown = JSON.parse(text);
  if (!isStyle(value)) throw new Error(`No map style of version 8 at ${url}`);
  return value;
}

/** The values for the placeholders of our own styles: the address of the application and the language of the page. */
export interface StyleContext {
  base: string;
  language: string;
}

async function fetchStyle(url: string, signal: AbortSignal, context: StyleContext): Promise<StyleSpecification> {
  // A path belongs to our own server.
  const response = await fetch(url.startsWith('/') ? context.base + url : url, { signal });
  if (!response.ok) throw new Error(`HTTP ${response.status} for ${url}`);
  const text = (await response.text()).replaceAll('{base}', context.base).replaceAll('{language}', context.language);
  // The map is flat with north up: everything that is drawn over it relies on that.
  const { projection: _, terrain: __, ...flat } = readStyle(text, url);
  return flat;
}

/**
 * Loads the style to show: the online one if it is configured and replies in time, otherwise the offline one of our own
 * server, otherwise a plain background. Never throws, so that the map is never blank.
 * @param onlineUrl style of the settings for this theme; empty for none
 */
export async function loadStyle(
  theme: MapTheme,
  kind: BasemapKind,
  onlineUrl: string,
  context: StyleContext,
): Promise<{ style: StyleSpecification; shown: BasemapKind }> {
  if (kind === 'online' && onlineUrl !== '') {
    try {
      return { style: await fetchStyle(onlineUrl, AbortSignal.timeout(ONLINE_TIMEOUT_MS), context), shown: 'online' };
    } catch {
      // Not reachable; the offline style is shown instead.
    }
  }
  try {
    const style = await fetchStyle(`${context.base}/basemap/style-${theme}.json`, AbortSignal.timeout(10_000), context);
    return { style, shown: 'offline' };
  } catch (error) {
    console.error('The offline basemap cannot be read', error);
    return { style: bareStyle(theme), shown: 'offline' };
  }
}

export const styleContext = (language: string): StyleContext => ({ base: location.origin + BASE_PATH, language });
