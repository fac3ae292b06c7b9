import { type PointerEvent, useRef, useState } from 'react';

/** From this distance on a press is a drag and not a click, px. */
const DRAG_FROM = 4;

/** Sideways dragging with the mouse; `onDrag` receives the px since its last call. Fingers scroll instead. */
export function useDrag(onDrag: (px: number) => void) {
  const held = useRef<{ x: number; from: number; id: number } | null>(null);
  const wasDragged = useRef(false);
  const [dragging, setDragging] = useState(false);
  const end = () => {
    held.current = null;
    setDragging(false);
  };
  return {
    dragging,
    /** True if the press that ends now was a drag. */
    dragged: () => wasDragged.current,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasDragged.current = false;
        if (event.button === 0 && event.pointerType === 'mouse') {
          held.current = { x: event.clientX, from: event.clientX, id: event.pointerId };
        }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const now = held.current;
        if (!now || (!wasDragged.current && Math.abs(event.clientX - now.from) < DRAG_FROM)) return;
        if (!wasDragged.current) {
          wasDragged.current = true;
          setDragging(true);
        }
        onDrag(event.clientX - now.x);
        held.current = { ...now, x: event.clientX };
      },
      onPointerUp: end,
      onPointerLeave: end,
      onPointerCancel: end,
    },
  };
}
