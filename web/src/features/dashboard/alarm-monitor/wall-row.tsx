import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { IconBellCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatNumber } from '../../../text/format.ts';
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx';
import { AlarmState } from '../alarms/alarm-state.tsx';
import { detailText, placeText } from '../alarms/alarm-words.ts';
import { isOverdue } from './overdue.ts';
import classes from './wall-row.module.css';
import { HiddenText } from '../../../ui/hidden-text/hidden-text.tsx';
import { listText } from '../../../text/list-text.ts';

interface Props {
  alarm: AlarmRow;
  /** The server's clock in whole seconds, epoch milliseconds. */
  now: number;
  selected: boolean;
  /** True for the one row that Tab reaches. */
  reachable: boolean;
  mayEdit: boolean;
  onSelect: (id: number) => void;
  onAcknowledge: (alarm: AlarmRow) => void;
}

/** One alarm on the board, readable from across the room. */
export const WallRow = memo(function WallRow({
  alarm,
  now,
  selected,
  reachable,
  mayEdit,
  onSelect,
  onAcknowledge,
}: Props) {
  const { t } = useTranslation();
  const { severity, acknowledgedAt, clearedAt } = alarm;
  const waits = clearedAt === null && acknowledgedAt === null;
  return (
    <div
      className={classes['row']}
      data-severity={severity}
      data-waits={waits || undefined}
      data-cleared={clearedAt !== null || undefined}
      data-selected={selected || undefined}
    >
      <button
        type="button"
        className={classes['open']}
        aria-pressed={selected}
        tabIndex={reachable ? 0 : -1}
        data-alarm={alarm.id}
        onClick={() => onSelect(alarm.id)}
      >
        <span className={classes['mark']}>
          <SeverityMark severity={severity} size={22} />
          <HiddenText>{t(`severity.${severity}`)}</HiddenText>
        </span>
        <span className={classes['what']}>
          <b>{alarm.registration}</b>
          <span className={classes['rule']}>
            <bdi>{alarm.ruleName}</bdi>
            {alarm.count > 1 && <span className={classes['count']}> × {formatNumber(alarm.count)}</span>}
          </span>
          <span className={classes['detail']}>
            {[detailText(t, alarm), placeText(alarm)].filter((part) => part).join(' · ')}
          </span>
        </span>
        <span className={classes['who']}>
          <AlarmState alarm={alarm} />
          <span className={classes['detail']}>{alarm.assigneeName ?? alarm.acknowledgedBy ?? ''}</span>
        </span>
        <time className={classes['age']} dateTime={alarm.start} data-overdue={isOverdue(alarm, now) || undefined}>
          {formatAgo(Date.parse(alarm.start), now)}
        </time>
      </button>
      {mayEdit && acknowledgedAt === null && (
        <button
          type="button"
          className={classes['acknowledge']}
          aria-label={t('alarms.wall.acknowledge-one', { alarm: listText([alarm.registration, alarm.ruleName]) })}
          title={t('alarms.action.acknowledge')}
          tabIndex={reachable ? 0 : -1}
          onClick={() => onAcknowledge(alarm)}
        >
          <IconBellCheck size={22} stroke={1.7} aria-hidden />
        </button>
      )}
    </div>
  );
});
