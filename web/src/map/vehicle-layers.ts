import type { Layer } from '@deck.gl/core';
import { ScatterplotLayer, TextLayer } from '@deck.gl/layers';
import { LABEL_DROP_PX, LABEL_FONT_PX } from './labels.ts';
import type { MapColors } from './map-colors.ts';
import { FLAT_LAYER } from './flat-layer.ts';

const RING_PX = 23;

/** The ring around the selected vehicle. */
export function ringLayer(place: [number, number], colors: MapColors): Layer {
  return new ScatterplotLayer<[number, number]>({
    id: 'selection',
    data: [place],
    getPosition: (each) => each,
    getRadius: RING_PX,
    radiusUnits: 'pixels',
    filled: false,
    stroked: true,
    getLineColor: [...colors.trail, 255],
    getLineWidth: 3,
    lineWidthUnits: 'pixels',
    antialiasing: true,
    ...FLAT_LAYER,
  });
}

/** The ring around the selected vehicle needs more room. */
const RING_DROP_PX = 31;

export interface Label {
  id: number;
  text: string;
}

/** Plates under vehicles. @param place where the vehicle of a label is shown in this frame */
export function labelLayer(
  labels: readonly Label[],
  place: (id: number) => [number, number],
  frameNumber: number,
  colors: MapColors,
  selectedId: number | null,
): Layer {
  return new TextLayer<Label>({
    id: `labels-${colors.key}`,
    data: labels,
    getText: (label) => label.text,
    getPosition: (label) => place(label.id),
    updateTriggers: { getPosition: frameNumber, getPixelOffset: selectedId },
    getSize: LABEL_FONT_PX,
    getPixelOffset: (label) => [0, label.id === selectedId ? RING_DROP_PX : LABEL_DROP_PX],
    getTextAnchor: 'middle',
    getAlignmentBaseline: 'top',
    getColor: colors.label,
    background: true,
    getBackgroundColor: [...colors.labelGround, 225],
    backgroundPadding: [5, 2, 5, 2],
    backgroundBorderRadius: 4,
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: 600,
    fontSettings: { fontSize: LABEL_FONT_PX * 4, buffer: 6 },
    characterSet: 'auto',
    ...FLAT_LAYER,
  });
}
