import type { ServiceDue } from '@milepost/contract/maintenance-operations';
import { Anchor, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../text/format.ts';
import { leadText, leftText, whenText } from './due-words.ts';
import classes from './service-card.module.css';

interface Props {
  due: ServiceDue;
  /** Omitted if the vehicle is known from the context. */
  showVehicle?: boolean;
  /** Omitted if the role may not record it. */
  onDone?: ((due: ServiceDue) => void) | undefined;
  mayOrder: boolean;
}

/** The next service of a vehicle: the date, the reason, and the last one. */
export function ServiceCard({ due, showVehicle = true, onDone, mayOrder }: Props) {
  const { t } = useTranslation();
  const { registration, vehicleId, task, state, dueOn, lastDay } = due;
  const last =
    lastDay === null ? t('maintenance.never-done') : t('maintenance.last-done', { day: formatDate(lastDay) });
  const lead = leadText(t, due);
  return (
    <li className={classes['card']} data-state={state}>
      <div className={classes['head']}>
        {showVehicle ? (
          <Anchor component={Link} fw={650} size="sm" to={`/vehicle-info/${vehicleId}?tab=maintenance`}>
            {registration}
          </Anchor>
        ) : (
          <b>{task}</b>
        )}
        <span className={classes['when']} title={dueOn === null ? undefined : formatDate(dueOn)}>
          {whenText(t, due)}
        </span>
      </div>
      {showVehicle && <div>{task}</div>}
      <div className={classes['dim']}>{[...leftText(t, due), last].join(' · ')}</div>
      {lead !== '' && <div className={classes['dim']}>{t('maintenance.warns', { lead })}</div>}
      <div className={classes['actions']}>
        {onDone && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconCheck size={14} aria-hidden />}
            aria-label={t('maintenance.done-of', { task, registration })}
            onClick={() => onDone(due)}
          >
            {t('maintenance.done')}
          </Button>
        )}
        {mayOrder && (
          <Button
            component={Link}
            to={`/vehicle-info/maintenance/orders?open=new&for=${vehicleId}&plan=${due.planId}`}
            size="xs"
            variant="default"
            aria-label={t('maintenance.order.add-for', { task, registration })}
          >
            {t('maintenance.order.short')}
          </Button>
        )}
      </div>
    </li>
  );
}
