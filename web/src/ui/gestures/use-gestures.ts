import { type PointerEvent, useEffect, useMemo } from 'react';
import { createRecognizer, type GestureHandlers } from './recognizer.ts';

interface Options extends GestureHandlers {
  tapMs?: number;
  pressMs?: number;
}

const point = (event: PointerEvent) => ({ x: event.clientX, y: event.clientY, time: event.timeStamp });

/** Handlers for the element on which to tell taps from presses. What they do must have a way by keyboard as well. */
export function useGestures({ tapMs, pressMs, onTap, onPress }: Options) {
  const recognizer = useMemo(() => createRecognizer(tapMs, pressMs), [tapMs, pressMs]);
  useEffect(() => () => recognizer.cancel(), [recognizer]);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) recognizer.down(point(event), { onTap, onPress });
    },
    onPointerMove: (event: PointerEvent) => recognizer.move(point(event)),
    onPointerUp: (event: PointerEvent) => recognizer.up(point(event)),
    onPointerCancel: () => recognizer.cancel(),
    onPointerLeave: () => recognizer.cancel(),
  };
}
