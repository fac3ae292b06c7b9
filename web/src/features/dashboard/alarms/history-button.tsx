import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { historyPath } from '../../../ui/history-path.ts';

const AROUND_MS = 15 * 60_000;

/** The history of the vehicle from a quarter of an hour before to one after, at the moment of the alarm. */
export function historyOf({ vehicleId, start, lastAt }: Pick<AlarmRow, 'vehicleId' | 'start' | 'lastAt'>): string {
  const at = Date.parse(start);
  return historyPath(vehicleId, { from: at - AROUND_MS, to: Date.parse(lastAt) + AROUND_MS, at });
}

interface Props {
  alarm: AlarmRow;
  /** For a page that must stay open, such as the board. */
  newTab?: boolean;
}

export function HistoryButton({ alarm, newTab = false }: Props) {
  const { t } = useTranslation();
  if (!useMay('history', 'view')) return null;
  return (
    <Button
      component={Link}
      to={historyOf(alarm)}
      target={newTab ? '_blank' : undefined}
      size="xs"
      variant="default"
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
    >
      {t('alarms.to-history')}
    </Button>
  );
}
