import type { FenceKind, FenceShape } from '@milepost/contract/fence-shape-types';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapLibreMap } from '../map-library.ts';
import type { DrawTool } from './draw-tool.ts';
import { redo, type ShapeHistory, startHistory, step, undo } from './shape-history.ts';

interface Options {
  map: MapLibreMap | null;
  start: FenceShape | null;
  kind: FenceKind;
  colour: string;
  readOnly: boolean;
  /** Called with the shape after each step. */
  onShape: (shape: FenceShape | null) => void;
}

/** The shape of the geofence that is being edited: drawn and dragged on the map, with undo and redo. */
export function useDrawing({ map, start, kind: startKind, colour, readOnly, onShape }: Options) {
  const [history, setHistory] = useState<ShapeHistory>(() => startHistory(start));
  const [kind, setKind] = useState(start?.kind ?? startKind);
  const [drawing, setDrawing] = useState(start === null);
  /** The shape during a drag, before it is put down. */
  const [draft, setDraft] = useState<FenceShape | null>(null);
  const [tool, setTool] = useState<DrawTool | null>(null);
  const layer = useRef<{ set(shape: FenceShape | null, colour?: string): void } | null>(null);
  // A shape that came from the tool is already drawn there.
  const ownStep = useRef<FenceShape | null>(null);
  const shape = history.present;

  function put(next: ShapeHistory) {
    setHistory(next);
    setDraft(null);
    if (next.present) setKind(next.present.kind);
    setDrawing(next.present === null);
    onShape(next.present);
  }
  const dragged = useEffectEvent((next: FenceShape | null) => {
    if (!drawing) layer.current?.set(next);
    setDraft(next);
  });
  const done = useEffectEvent((next: FenceShape) => {
    ownStep.current = drawing ? null : next;
    put(step(history, next));
  });

  useEffect(() => {
    if (!map || readOnly) return undefined;
    let gone = false;
    let stop = () => {};
    const make = async () => {
      const [{ createDrawTool }, { createDraftLayer }] = await Promise.all([
        import('./draw-tool.ts'),
        import('./draft-layer.ts'),
      ]);
      if (gone) return;
      const drafts = createDraftLayer(map);
      const made = createDrawTool(map, { colour, onDraft: dragged, onDone: done });
      layer.current = drafts;
      ownStep.current = null;
      stop = () => {
        made.stop();
        drafts.stop();
      };
      setTool(made);
    };
    void make();
    return () => {
      gone = true;
      layer.current = null;
      setTool(null);
      stop();
    };
  }, [map, colour, readOnly]);

  useEffect(() => {
    if (!tool) return;
    layer.current?.set(drawing ? null : shape, colour);
    if (drawing) tool.set({ draw: kind });
    else if (shape !== ownStep.current) tool.set(shape && { edit: shape });
    ownStep.current = null;
  }, [tool, drawing, kind, shape, colour]);

  return {
    shape,
    kind,
    drawing,
    draft,
    canUndo: history.past.length > 0 || (drawing && shape !== null),
    canRedo: history.future.length > 0,
    /** Sets a shape from another source: numbers, a trip or a file. */
    set: (next: FenceShape) => put(step(history, next)),
    draw(next: FenceKind) {
      setKind(next);
      setDrawing(true);
      setDraft(null);
    },
    undo: () => put(drawing && shape !== null ? history : undo(history)),
    redo: () => put(redo(history)),
    finish: () => tool?.finish(),
  };
}
