import { IconChevronRight } from '@tabler/icons-react';
import type { StopLook } from './stop-look.ts';
import { LOOK_ICON } from './stop-look.ts';
import classes from './runs.module.css';

/** The outcome of a stop as a mark with a colour and an icon; a pending stop shows its number. */
export function StopMark({ look, number, isNext = false }: { look: StopLook; number: string; isNext?: boolean }) {
  const Sign = isNext && look === 'planned' ? IconChevronRight : LOOK_ICON[look];
  return (
    <i className={classes['mark']} data-look={look} data-next={isNext || undefined} aria-hidden>
      {Sign ? <Sign size={14} stroke={2.4} className={isNext ? classes['arrow'] : undefined} /> : number}
    </i>
  );
}
