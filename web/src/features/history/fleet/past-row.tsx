import { ActionIcon } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { PastVehicle } from '@milepost/contract/history-operations';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDayAndClock, formatDuration, formatSpeedAndUnit } from '../../../text/format.ts';
import { movedText } from '../../../ui/move/moved-text.ts';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import classes from './fleet-past-page.module.css';

interface Props {
  vehicle: PastVehicle;
  /** The moment, epoch milliseconds. */
  at: number;
  /** The path of its playback at the moment. */
  to: string;
  onShow: () => void;
}

export function PastRow({
  vehicle: { registration, groupName, moved, status, fix, isPrivate },
  at,
  to,
  onShow,
}: Props) {
  const { t } = useTranslation();
  return (
    <li className={classes['row']}>
      <button type="button" disabled={!fix} onClick={onShow}>
        <StatusIcon status={fix && !isPrivate ? status : 'never'} {...(fix !== null && { courseDeg: fix.courseDeg })} />
        <span className={classes['name']}>
          {registration}
          <small>
            {fix
              ? [
                  isPrivate && t('track-vehicle.private'),
                  t(`status.${status}`),
                  groupName,
                  moved && movedText(t, moved),
                ]
                  .filter(Boolean)
                  .join(' · ')
              : t('history.fleet.unplaced')}
          </small>
        </span>
        {fix && (
          <span className={classes['seen']}>
            {status === 'running' && formatSpeedAndUnit(fix.speedKph)}
            <small>{formatDayAndClock(fix.time)}</small>
            {(status === 'silent' || status === 'inactive') && (
              <small>
                {t('history.fleet.before', { lasting: formatDuration((at - Date.parse(fix.time)) / 1000) })}
              </small>
            )}
          </span>
        )}
      </button>
      <Tooltip text={t('history.fleet.play')}>
        <ActionIcon component={Link} to={to} aria-label={t('history.fleet.play-of', { registration })}>
          <IconPlayerPlay size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
