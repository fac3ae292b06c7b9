import { Button } from '@mantine/core';
import type { DriverStop } from '@milepost/contract/driver-link-operations';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert/alert.tsx';
import classes from './drive.module.css';
import type { Waiting } from './waiting.ts';

interface Props {
  refused: readonly Waiting[];
  stops: readonly DriverStop[];
  onDrop: (id: number) => void;
}

/** The entries that the server refused, with the reason: shown until the driver has read them. */
export function RefusedEntries({ refused, stops, onDrop }: Props) {
  const { t } = useTranslation();
  return refused.map((one) => (
    <div key={one.id} className={classes['note']}>
      <Alert
        type="danger"
        dismissible={false}
        title={t(`drive.refused.${one.kind}`, {
          name: stops.find(({ outletId }) => outletId === one.outletId)?.name ?? t('drive.gone-stop'),
        })}
      >
        <p>{one.refused}</p>
        <Button size="sm" variant="default" onClick={() => onDrop(one.id)}>
          {t('drive.read')}
        </Button>
      </Alert>
    </div>
  ));
}
