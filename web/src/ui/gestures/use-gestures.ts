import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { createRecognizer, type GestureHandlers, type Touch } from './recognizer.ts';

interface Options extends GestureHandlers {
  tapMs?: number;
  pressMs?: number;
  /** Ignores the mouse: its clicks can be slow, and its users have other ways to act. */
  fingersOnly?: boolean;
}

const touchOf = (event: PointerEvent): Touch => ({ x: event.clientX, y: event.clientY, time: event.timeStamp });

/**
 * Handlers for an element that distinguish taps from presses. A press is not followed by a click. Their actions must
 * also be available by keyboard.
 */
export function useGestures({ tapMs, pressMs, fingersOnly = false, onTap, onPress }: Options) {
  const recognizer = useMemo(() => createRecognizer(tapMs, pressMs), [tapMs, pressMs]);
  const pressed = useRef(false);
  useEffect(() => () => recognizer.cancel(), [recognizer]);
  function press(at: Touch) {
    pressed.current = true;
    onPress?.(at);
  }
  return {
    onPointerDown(event: PointerEvent) {
      pressed.current = false;
      // Two fingers zoom.
      if (!event.isPrimary) recognizer.cancel();
      else if (event.button === 0 && !(fingersOnly && event.pointerType === 'mouse'))
        recognizer.down(touchOf(event), { onTap, onPress: onPress && press });
    },
    onPointerMove: (event: PointerEvent) => recognizer.move(touchOf(event)),
    onPointerUp: (event: PointerEvent) => recognizer.up(touchOf(event)),
    onPointerCancel: () => recognizer.cancel(),
    onPointerLeave: () => recognizer.cancel(),
    onClickCapture(event: MouseEvent) {
      if (!pressed.current) return;
      pressed.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
