import { useWindowEvent } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenPoint } from './lasso.ts';
import classes from './lasso.module.css';

interface Props {
  /** Called with the outline in pixels of the map. */
  onDrawn: (outline: readonly ScreenPoint[]) => void;
  onCancel: () => void;
}

const pointOf = (event: PointerEvent<HTMLElement>): ScreenPoint => {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

/** An overlay on a map that draws an outline with pointer or finger. */
export function LassoLayer({ onDrawn, onCancel }: Props) {
  const { t } = useTranslation();
  const [outline, setOutline] = useState<readonly ScreenPoint[]>([]);
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onCancel());
  return (
    <div
      className={classes['layer']}
      role="application"
      aria-label={t('routes.lasso.hint')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setOutline([pointOf(event)]);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) setOutline([...outline, pointOf(event)]);
      }}
      onPointerUp={() => onDrawn(outline)}
      onPointerCancel={onCancel}
    >
      <p className={classes['hint']}>{t('routes.lasso.hint')}</p>
      <svg aria-hidden>
        <polygon points={outline.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
    </div>
  );
}
