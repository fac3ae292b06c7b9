import { FAULT_DAYS, SPEED_FACTOR } from '@milepost/contract/engine-constants';
import type { VehicleEngine } from '@milepost/contract/engine-operations';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { FaultList } from '../../ui/device-fault/fault-list.tsx';
import { factorFor, formatFactor } from '../../ui/device-fault/fault-words.ts';
import { formatNumber } from '../../text/format.ts';
import { saveEngine } from './save-engine.tsx';
import classes from './vehicle-page.module.css';

/** The device's faults of the last days, with their remedies. */
export function DeviceHealth({ engine }: { engine: VehicleEngine }) {
  const { t } = useTranslation();
  const mayEdit = useMay('vehicles', 'edit');
  const { vehicleId, ignitionSource, faults, version } = engine;
  const days = formatNumber(FAULT_DAYS);
  if (faults.length === 0) {
    return (
      <p className={classes['fine']}>
        <IconCircleCheck size={18} stroke={1.6} aria-hidden />
        {t('device-fault.none', { days })}
      </p>
    );
  }
  const unit = faults.find(({ kind }) => kind === 'speedUnit');
  const factor = unit?.kind === 'speedUnit' && mayEdit ? factorFor(unit.factor, SPEED_FACTOR) : null;
  const speedUnit = factor !== null && (
    <Button
      variant="default"
      size="xs"
      disabled={engine.remaking}
      onClick={() => saveEngine(t, { vehicleId, ignitionSource, speedFactor: factor, version })}
    >
      {t('device-fault.set-factor', { factor: formatFactor(factor) })}
    </Button>
  );
  return (
    <div className={classes['health']}>
      <FaultList faults={faults} label={t('device-fault.seen', { days })} buttons={speedUnit ? { speedUnit } : {}} />
    </div>
  );
}
