import type { MapLibreMap } from './map-library.ts';

const LOCAL_FONT = ['Inter Variable', 'system-ui', 'Vazirmatn Variable', 'Noto Sans Devanagari Variable', 'sans-serif'];

/** The font of the basemap's own labels: a style with its own glyphs has no other. */
export function labelsFont(map: MapLibreMap): string[] {
  for (const layer of map.getStyle().layers) {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    if (Array.isArray(font) && font.length > 0 && font.every((name) => typeof name === 'string')) return font;
  }
  return LOCAL_FONT;
}
