import type { StopTimes } from '@milepost/contract/route-schedule';
import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatNumber } from '../../../text/format.ts';
import { dayName } from '../../../ui/weekly-hours/hours-text.ts';
import { secondClock } from './clock-text.ts';
import type { EditStop } from './edit-stops.ts';
import classes from './routes.module.css';
import { skipText } from './skip-text.ts';
import { StopFields } from './stop-fields.tsx';
import { listText } from '../../../text/list-text.ts';

interface Props {
  stop: EditStop;
  /** The stop's number among the served ones; null if the stop is skipped. */
  number: number | null;
  times: StopTimes | null;
  /** The weekdays on which it is outside of its opening hours. */
  outside: readonly number[];
  /** True if these are not all weekdays on which it runs. */
  some: boolean;
  readOnly: boolean;
  canSkip: boolean;
  first: boolean;
  last: boolean;
  dragged: boolean;
  over: boolean;
  opened: boolean;
  onOpen: (open: boolean) => void;
  onDrag: (on: boolean) => void;
  onOver: () => void;
  onDrop: () => void;
  onStep: (step: -1 | 1) => void;
  onChange: (stop: EditStop) => void;
  onRemove: () => void;
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

/** One stop: dragged by its grip, or moved by its arrows or with Alt and the arrow keys. */
export function StopRow({ stop, number, times, outside, some, readOnly, canSkip, ...props }: Props) {
  const { t } = useTranslation();
  const { name, code } = stop.outlet;
  const gone = stop.outlet.deleted ? 'outlet-deleted' : stop.outlet.state === 'closed' ? 'outlet-closed' : null;
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (readOnly || !event.altKey || step === undefined) return;
    event.preventDefault();
    props.onStep(step);
  }
  return (
    // The keys act on the buttons inside; the arrow buttons are the alternative to dragging.
    <li
      className={classes['stop']}
      draggable={!readOnly && !props.opened}
      data-dragged={props.dragged || undefined}
      data-over={props.over || undefined}
      data-skipped={number === null || undefined}
      onKeyDown={onKeyDown}
      onDragStart={() => props.onDrag(true)}
      onDragEnd={() => props.onDrag(false)}
      onDragOver={(event) => {
        event.preventDefault();
        props.onOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
    >
      <div className={classes['line']}>
        {!readOnly && <IconGripVertical size={16} className={classes['grip']} aria-hidden />}
        <i className={classes['number']} aria-hidden>
          {number === null ? '–' : formatNumber(number)}
        </i>
        <div className={classes['what']}>
          <b>{name}</b>
          <span>
            <bdi>{code}</bdi>
            {times && ` · ${secondClock(times.arrivalS)}–${secondClock(times.departureS)}`}
            {times && times.waitS >= 60 && ` · ${t('routes.waits', { duration: formatDuration(times.waitS) })}`}
          </span>
          {stop.skipReason !== null && <span>{t('routes.skipped', { reason: skipText(t, stop.skipReason) })}</span>}
          {gone !== null && stop.skipReason === null && <span className={classes['outside']}>{skipText(t, gone)}</span>}
          {outside.length > 0 && (
            <span className={classes['outside']}>
              {some
                ? t('routes.outside-days', { days: listText(outside.map((weekday) => dayName(weekday - 1))) })
                : t(`routes.outside.${times?.outside ?? 'late'}`)}
            </span>
          )}
        </div>
        {!readOnly && (
          <Group gap={0} wrap="nowrap">
            <ActionIcon
              size={26}
              aria-label={t('routes.stop-up', { name })}
              disabled={props.first}
              onClick={() => props.onStep(-1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              size={26}
              aria-label={t('routes.stop-down', { name })}
              disabled={props.last}
              onClick={() => props.onStep(1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              size={26}
              aria-label={t('routes.stop-more', { name })}
              aria-expanded={props.opened}
              onClick={() => props.onOpen(!props.opened)}
            >
              <IconDots size={16} />
            </ActionIcon>
            <ActionIcon size={26} aria-label={t('routes.stop-remove', { name })} onClick={props.onRemove}>
              <IconX size={16} />
            </ActionIcon>
          </Group>
        )}
      </div>
      {props.opened && <StopFields stop={stop} canSkip={canSkip} onChange={props.onChange} />}
    </li>
  );
}
