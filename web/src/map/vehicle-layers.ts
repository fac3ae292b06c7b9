import type { Layer } from '@deck.gl/core';
import { IconLayer, ScatterplotLayer, TextLayer } from '@deck.gl/layers';
import { LABEL_DROP_PX, LABEL_FONT_PX } from './labels.ts';
import type { MapColors } from './map-colors.ts';
import { asAtlas, ICON_PX } from './vehicle-atlas.ts';
import type { VehicleFrame } from './vehicle-frame.ts';

const RING_PX = 23;

const ROOMY = 500;
const SMALLEST = 0.45;

/** Seen from far away, or where there are thousands, vehicles are drawn smaller: to be told apart, and to be fast. */
export function iconScale(zoom: number, count: number): number {
  const far = Math.max(0.6, 0.6 + (zoom - 7) * 0.1);
  return Math.max(SMALLEST, Math.min(1, far, Math.sqrt(ROOMY / Math.max(1, count))));
}

/** The vehicles of a frame. The arrays are handed to the graphics card as they are, without an object each. */
export function vehicleLayer(frame: VehicleFrame, colors: MapColors, zoom: number): Layer {
  return new IconLayer({
    id: `vehicles-${colors.key}`,
    data: {
      length: frame.count,
      attributes: {
        getPosition: { value: frame.positions, size: 2 },
        getAngle: { value: frame.angles, size: 1 },
        getIcon: { value: frame.icons, size: 1 },
        getSize: { value: frame.sizes, size: 1 },
      },
    },
    iconAtlas: asAtlas(colors.atlas.image),
    iconMapping: colors.atlas.mapping,
    sizeScale: ICON_PX * iconScale(zoom, frame.count),
    sizeUnits: 'pixels',
    textureParameters: { minFilter: 'linear', magFilter: 'linear', mipmapFilter: 'nearest' },
    parameters: { depthCompare: 'always', depthWriteEnabled: false },
  });
}

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
    parameters: { depthCompare: 'always', depthWriteEnabled: false },
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
    parameters: { depthCompare: 'always', depthWriteEnabled: false },
  });
}
