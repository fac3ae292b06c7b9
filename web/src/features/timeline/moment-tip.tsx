import { useTranslation } from 'react-i18next';
import { formatClock } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';
import { nameAmongOthers } from '../../ui/move/moved-text.ts';
import { momentLines } from './moment-text.ts';
import { momentOf } from './row-spans.ts';
import type { Pointed } from './timeline-row.tsx';
import classes from './bands.module.css';

const WIDTH = 280;

/** The state at the moment under the pointer. Screen readers read it as the value of the band. */
export function MomentTip({ pointed, nearMs, now }: { pointed: Pointed; nearMs: number; now: number }) {
  const { t } = useTranslation();
  const { row, ms, x, y } = pointed;
  const [first, ...rest] = momentLines(t, momentOf(row, ms, nearMs, now));
  const left = Math.max(8, Math.min(innerWidth - WIDTH - 8, x - WIDTH / 2));
  const above = y > 180;
  return (
    <div
      className={classes['tip']}
      aria-hidden
      style={{ left, width: WIDTH, ...(above ? { bottom: innerHeight - y + 4 } : { top: y + 52 }) }}
    >
      <b>{`${isolate(nameAmongOthers(t, row))} · ${isolate(formatClock(ms))}`}</b>
      <span>{first}</span>
      {rest.map((line, index) => (
        <small key={index}>{line}</small>
      ))}
      <em>{t('timeline.click-opens')}</em>
    </div>
  );
}
