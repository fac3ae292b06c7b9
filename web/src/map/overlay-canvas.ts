import { LABEL_DROP_PX, LABEL_FONT_PX, LABEL_HEIGHT_PX } from './labels.ts';
import type { MapColors, Rgb } from './map-colors.ts';
import type { MapLibreMap } from './map-library.ts';
import { type Screen, screenOf, screenX, screenY } from './screen.ts';
import { fadedPieces, type Trail, trailArrows } from './trail.ts';

const TRAIL_PX = 6;
const CASING_PX = 9;
const ARROW_PX = 7;
const RING_PX = 23;
/** The ring around the selected vehicle needs more room. */
const RING_DROP_PX = 31;
const LABEL_PADDING_PX = 5;
const LABEL_FONT = `600 ${LABEL_FONT_PX}px 'Inter Variable', system-ui, 'Vazirmatn Variable', 'Noto Sans Devanagari Variable', sans-serif`;
/** The cache of label widths is cleared beyond this many registrations. */
const MAX_MEASURED = 2000;

export interface Label {
  id: number;
  text: string;
}

export interface OverlayContent {
  trail: Trail | null;
  /** The displayed coordinates of the selected vehicle; null if none is selected or it has no coordinates. */
  selected: [lon: number, lat: number] | null;
  selectedId: number | null;
  labels: readonly Label[];
  /** The displayed coordinates of a label's vehicle. */
  placeOf(id: number): [lon: number, lat: number];
}

const rgba = ([r, g, b]: Rgb, alpha: number) => `rgb(${r} ${g} ${b} / ${alpha})`;

/**
 * Draws the few things over the map and below the vehicles: the trail and ring of the selected vehicle, and the
 * registrations. Uses a plain canvas, since a library would add a fifth of the bytes of the first visit.
 */
export function createOverlayCanvas(map: MapLibreMap) {
  const canvas = document.createElement('canvas');
  canvas.className = 'milepost-overlay';
  map.getContainer().append(canvas);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas');
  const pen = context;
  const widths = new Map<string, number>();

  const widthOf = (text: string): number => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    if (widths.size >= MAX_MEASURED) widths.clear();
    const { width } = pen.measureText(text);
    widths.set(text, width);
    return width;
  };
  // The labels were measured in a fallback font until the application's font was loaded.
  const remeasure = () => widths.clear();
  document.fonts.addEventListener('loadingdone', remeasure);

  const strokeTrail = (trail: Trail, leg: [number, number] | null, screen: Screen, colors: MapColors) => {
    const pieces = fadedPieces(trail, leg);
    pen.lineCap = pen.lineJoin = 'round';
    for (const [color, width, share] of [
      [colors.trailCasing, CASING_PX, 0.7],
      [colors.trail, TRAIL_PX, 1],
    ] as const) {
      pen.lineWidth = width;
      for (const { path, alpha } of pieces) {
        pen.strokeStyle = rgba(color, alpha * share);
        pen.beginPath();
        for (const [lon, lat] of path) pen.lineTo(screenX(screen, lon), screenY(screen, lat));
        pen.stroke();
      }
    }
    pen.strokeStyle = 'white';
    pen.lineWidth = 2;
    // In steps of whole zooms, so that the arrows do not move along the line while the map zooms.
    for (const { position, courseDeg } of trailArrows(trail, 512 * 2 ** Math.round(map.getZoom()))) {
      pen.save();
      pen.translate(screenX(screen, position[0]), screenY(screen, position[1]));
      pen.rotate((courseDeg * Math.PI) / 180);
      pen.beginPath();
      pen.moveTo(-ARROW_PX / 2, ARROW_PX / 4);
      pen.lineTo(0, -ARROW_PX / 4);
      pen.lineTo(ARROW_PX / 2, ARROW_PX / 4);
      pen.stroke();
      pen.restore();
    }
  };

  const strokeRing = (place: [number, number], screen: Screen, { trail }: MapColors) => {
    pen.strokeStyle = rgba(trail, 1);
    pen.lineWidth = 3;
    pen.beginPath();
    pen.arc(screenX(screen, place[0]), screenY(screen, place[1]), RING_PX, 0, 2 * Math.PI);
    pen.stroke();
  };

  const writeLabels = ({ labels, placeOf, selectedId }: OverlayContent, screen: Screen, colors: MapColors) => {
    pen.font = LABEL_FONT;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    // A registration is written left to right in every language.
    pen.direction = 'ltr';
    for (const { id, text } of labels) {
      const [lon, lat] = placeOf(id);
      const x = screenX(screen, lon);
      const top = screenY(screen, lat) + (id === selectedId ? RING_DROP_PX : LABEL_DROP_PX);
      const width = widthOf(text) + 2 * LABEL_PADDING_PX;
      pen.fillStyle = rgba(colors.labelGround, 0.88);
      pen.beginPath();
      pen.roundRect(x - width / 2, top, width, LABEL_HEIGHT_PX, 4);
      pen.fill();
      pen.fillStyle = rgba(colors.label, 1);
      pen.fillText(text, x, top + LABEL_HEIGHT_PX / 2 + 0.5);
    }
  };

  return {
    draw(content: OverlayContent, colors: MapColors): void {
      const { trail, selected, labels } = content;
      // The browser need not composite a canvas that stays empty.
      canvas.hidden = !trail && !selected && labels.length === 0;
      if (canvas.hidden) return;
      const screen = screenOf(map);
      const ratio = window.devicePixelRatio;
      const [width, height] = [Math.round(screen.width * ratio), Math.round(screen.height * ratio)];
      // Setting a size clears the canvas as well.
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, screen.width, screen.height);
      if (trail) strokeTrail(trail, selected, screen, colors);
      if (selected) strokeRing(selected, screen, colors);
      writeLabels(content, screen, colors);
    },
    stop(): void {
      document.fonts.removeEventListener('loadingdone', remeasure);
      canvas.remove();
    },
  };
}
