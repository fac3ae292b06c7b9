import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bottom-sheet.module.css';
import { heightOf, nearestStop, nextStop, type Stop } from './sheet-stops.ts';

interface Props {
  stop: Stop;
  onStop(stop: Stop): void;
  /** The height of the page, px. */
  available: number;
  label: string;
  children: ReactNode;
}

/**
 * A sheet over the lower part of the map, for phones: peeking, half or full; dragged, or moved in steps with its
 * handle.
 */
export function BottomSheet({ stop, onStop, available, label, children }: Props) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number | null>(null);
  const start = useRef<{ y: number; height: number; moved: boolean } | null>(null);
  const height = dragged ?? heightOf(stop, available);

  const down = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { y: event.clientY, height, moved: false };
  };
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    if (!start.current) return;
    const change = start.current.y - event.clientY;
    if (Math.abs(change) > 4) start.current.moved = true;
    if (start.current.moved) setDragged(Math.min(available, Math.max(48, start.current.height + change)));
  };
  const up = () => {
    if (start.current?.moved && dragged !== null) onStop(nearestStop(dragged, available));
    setDragged(null);
  };
  const click = () => {
    if (!start.current?.moved) onStop(nextStop(stop));
    start.current = null;
  };

  return (
    <section
      className={classes.sheet}
      style={{ height }}
      data-dragging={dragged !== null || undefined}
      aria-label={label}
    >
      <button
        type="button"
        className={classes.handle}
        aria-label={t(`track-vehicle.sheet.${stop}`)}
        data-testid="sheet-handle"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onClick={click}
      />
      <div className={classes.body}>{children}</div>
    </section>
  );
}
