import type { Schedule } from '@milepost/contract/route-schedule';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EditStop, moved, outsideDays } from './edit-stops.ts';
import classes from './routes.module.css';
import { StopRow } from './stop-row.tsx';

interface Props {
  stops: readonly EditStop[];
  /** The schedules by weekday; the first is shown. */
  schedules: ReadonlyMap<number, Schedule>;
  readOnly: boolean;
  /** True for stops of a run, which can be skipped. */
  canSkip: boolean;
  onChange: (stops: EditStop[]) => void;
}

/** The stops in order: dragged, or moved by arrows and keys. */
export function StopList({ stops, schedules, readOnly, canSkip, onChange }: Props) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const [shown] = schedules.values();
  const numbers = numbersOf(stops);
  function move(from: number, to: number) {
    if (to >= 0 && to < stops.length && from !== to) onChange(moved(stops, from, to));
  }
  return (
    <ol className={classes['stops']} aria-label={t('routes.stops')}>
      {stops.map((stop, index) => (
        <StopRow
          key={stop.outlet.id}
          stop={stop}
          number={numbers[index] ?? null}
          times={shown?.stops[index] ?? null}
          outside={outsideDays(schedules, index)}
          some={outsideDays(schedules, index).length < schedules.size}
          readOnly={readOnly}
          canSkip={canSkip}
          first={index === 0}
          last={index === stops.length - 1}
          dragged={dragged === index}
          over={over === index && dragged !== null && dragged !== index}
          opened={opened === stop.outlet.id}
          onOpen={(open) => setOpened(open ? stop.outlet.id : null)}
          onDrag={(on) => {
            setDragged(on ? index : null);
            setOver(null);
          }}
          onOver={() => setOver(index)}
          onDrop={() => {
            if (dragged !== null) move(dragged, index);
            setDragged(null);
            setOver(null);
          }}
          onStep={(step) => move(index, index + step)}
          onChange={(next) => onChange(stops.map((old) => (old.outlet.id === next.outlet.id ? next : old)))}
          onRemove={() => onChange(stops.filter((old) => old.outlet.id !== stop.outlet.id))}
        />
      ))}
    </ol>
  );
}

/** The number of each stop among the served ones; null for a skipped one. */
function numbersOf(stops: readonly EditStop[]): (number | null)[] {
  const served = stops.filter(({ skipReason }) => skipReason === null);
  return stops.map((stop) => (stop.skipReason === null ? served.indexOf(stop) + 1 : null));
}
