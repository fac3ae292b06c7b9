import type { FenceKind, FenceShape } from '@milepost/contract/fence-shape-types';
import { cornersOf } from '@milepost/contract/shape-fault';
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { MapLibreMap } from '../map-library.ts';
import { createCircleHandles } from './circle-handles.ts';
import { drawnShape, editedFeature, MODES } from './draw-features.ts';
import { isReady } from '../is-ready.ts';
import { MAX_HANDLES } from './drawing-defaults.ts';

interface Options {
  colour: string;
  /** Called while something is drawn or dragged. */
  onDraft: (shape: FenceShape | null) => void;
  /** Called when the shape is put down: a step that can be undone. */
  onDone: (shape: FenceShape) => void;
}

type Hex = `#${string}`;
const isHex = (colour: string): colour is Hex => colour.startsWith('#');
type Task = { draw: FenceKind } | { edit: FenceShape } | null;

/** An outline can be dragged over itself: a message states the problem, and the shape cannot be saved. */
const DRAGGED = {
  feature: {
    draggable: true,
    selfIntersectable: true,
    coordinates: { midpoints: true, draggable: true, deletable: true },
  },
};

function makeDraw(map: MapLibreMap, colour: string): TerraDraw {
  const hex: Hex = isHex(colour) ? colour : '#2563d9';
  const white: Hex = '#ffffff';
  const handles = { closingPointColor: hex, closingPointWidth: 6, closingPointOutlineColor: white };
  return new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, prefixId: 'fence-draw', coordinatePrecision: 9 }),
    modes: [
      new TerraDrawCircleMode({ styles: { fillColor: hex, fillOpacity: 0.2, outlineColor: hex, outlineWidth: 2.5 } }),
      new TerraDrawPolygonMode({
        styles: { fillColor: hex, fillOpacity: 0.1, outlineColor: hex, outlineWidth: 2.5, ...handles },
      }),
      new TerraDrawLineStringMode({ styles: { lineStringColor: hex, lineStringWidth: 2.5, ...handles } }),
      new TerraDrawSelectMode({
        flags: { [MODES.polygon]: DRAGGED, [MODES.corridor]: DRAGGED },
        keyEvents: { deselect: null, delete: null, rotate: null, scale: null },
        allowManualDeselection: false,
        styles: {
          selectedPolygonColor: hex,
          selectedPolygonFillOpacity: 0,
          selectedPolygonOutlineColor: hex,
          selectedPolygonOutlineWidth: 2.5,
          selectedLineStringColor: hex,
          selectedLineStringWidth: 2.5,
          selectionPointColor: hex,
          selectionPointWidth: 6,
          selectionPointOutlineColor: '#ffffff',
          selectionPointOutlineWidth: 2,
          midPointColor: '#ffffff',
          midPointWidth: 4,
          midPointOutlineColor: hex,
          midPointOutlineWidth: 2,
        },
      }),
    ],
  });
}

/**
 * Draws a new shape, or lets a person drag the corners of an existing one, on a map whose style can change meanwhile.
 */
export function createDrawTool(map: MapLibreMap, { colour, onDraft, onDone }: Options) {
  let draw: TerraDraw | null = null;
  let handles: { stop(): void } | null = null;
  let task: Task = null;
  const before = () => (task && 'edit' in task ? task.edit : null);

  function changed(ids: readonly (string | number)[], type: string): void {
    if (type !== 'update' && type !== 'create') return;
    for (const id of ids) {
      const feature = draw?.getSnapshotFeature(id);
      const shape = feature ? drawnShape(feature, before()) : null;
      if (shape) onDraft(shape);
    }
  }
  function finished(id: string | number): void {
    const feature = draw?.getSnapshotFeature(id);
    const shape = feature ? drawnShape(feature, before()) : null;
    if (shape) onDone(shape);
  }
  function end(): void {
    handles?.stop();
    handles = null;
    // The layers can already have been removed with the style.
    if (draw?.enabled) draw.stop();
    draw = null;
  }
  function begin(): void {
    end();
    if (!task || !isReady(map)) return;
    if ('edit' in task && task.edit.kind === 'circle') {
      handles = createCircleHandles(map, task.edit, { onDraft, onDone });
      return;
    }
    if ('edit' in task && cornersOf(task.edit).length > MAX_HANDLES) return;
    draw = makeDraw(map, colour);
    draw.start();
    if ('draw' in task) draw.setMode(MODES[task.draw]);
    else {
      const feature = editedFeature(task.edit);
      const added = feature ? draw.addFeatures([feature]) : [];
      const id = added[0]?.valid === true ? added[0].id : undefined;
      if (id !== undefined) draw.selectFeature(id);
    }
    draw.on('change', changed);
    draw.on('finish', finished);
  }
  const restart = () => begin();
  map.on('style.load', restart);

  return {
    /** Sets the current task; null for none. */
    set(next: Task): void {
      task = next;
      begin();
    },
    /** Ends the line or outline that is being drawn, like the Enter key. */
    finish(): void {
      map.getCanvas().dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter' }));
    },
    stop(): void {
      map.off('style.load', restart);
      task = null;
      end();
    },
  };
}

export type DrawTool = ReturnType<typeof createDrawTool>;
