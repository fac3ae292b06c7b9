import type { TimelineRow } from '@milepost/contract/timeline-operations';
import { SeverityMark } from '../../ui/severity/severity-mark.tsx';
import { percentOf, type View } from './axis.ts';
import { lanesOf } from './row-spans.ts';
import classes from './bands.module.css';

interface Props {
  row: TimelineRow;
  view: View;
  now: number;
}

/** The minimum width of a visible span. */
const MIN_PX = 2;

/** The position of a span between the edges of its row; null if it is not visible. */
function placeOf(view: View, start: number, end: number) {
  const from = Math.max(0, percentOf(view, start));
  const to = Math.min(100, percentOf(view, end));
  return to < 0 || from > 100 || to < from
    ? null
    : { insetInlineStart: `${from}%`, width: `max(${MIN_PX}px, ${to - from}%)` };
}

/** The content of a row: the band of motion, visits below it, alarms above. */
export function BandRects({ row, view, now }: Props) {
  return (
    <>
      {row.bands.map((band, index) => {
        const place = placeOf(view, Date.parse(band.start), Date.parse(band.end));
        return place && <i key={index} className={classes['span']} data-kind={band.kind} style={place} />;
      })}
      {lanesOf(row.visits, now).map(({ fact, start, end, lane }) => {
        const place = placeOf(view, start, end);
        return (
          place && (
            <i
              key={fact.id}
              className={classes['visit']}
              style={{ ...place, background: fact.fenceColour, top: `${34 + lane * 4}px` }}
            />
          )
        );
      })}
      {row.alarms.map(({ id, start, severity }) => {
        const left = percentOf(view, Date.parse(start));
        return (
          left >= 0 &&
          left <= 100 && (
            <i key={id} className={classes['alarm']} style={{ insetInlineStart: `${left}%` }}>
              <SeverityMark severity={severity} size={11} />
            </i>
          )
        );
      })}
    </>
  );
}
