import type { PlaceCategory } from '@milepost/contract/place-kinds';
import { textOn } from '../../ui/color-field/hex-color.ts';
import { PLACE_SIGNS } from './place-signs.ts';

/** A place's icon on its colour, as on the map. Hidden from screen readers. */
export function PlaceSign({ category, colour, size = 22 }: { category: PlaceCategory; colour: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden focusable="false" style={{ flex: 'none' }}>
      <circle cx="18" cy="18" r="17" fill={colour} />
      <path
        d={PLACE_SIGNS[category]}
        transform="translate(7.2 7.2) scale(.9)"
        fill="none"
        stroke={textOn(colour)}
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
