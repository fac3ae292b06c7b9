import { IGNITION_SOURCES, SPEED_FACTOR } from '@milepost/contract/engine-constants';
import type { VehicleEngine } from '@milepost/contract/engine-operations';
import { Button, Loader, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { useUnsaved } from '../../ui/dialog/use-unsaved.ts';
import { warningOf } from './engine-lines.ts';
import { saveEngine } from './save-engine.tsx';
import classes from './vehicle-page.module.css';
import { NumberInput } from '../../ui/form/number-input.tsx';

/** The person's settings: the engine source, and the factor of speeds. */
export function EngineForm({ engine }: { engine: VehicleEngine }) {
  const { t } = useTranslation();
  const mayEdit = useMay('vehicles', 'edit');
  const { vehicleId, remaking, version } = engine;
  const [source, setSource] = useState(engine.ignitionSource);
  const [factor, setFactor] = useState<number | ''>(engine.speedFactor);
  const legal = typeof factor === 'number' && factor >= SPEED_FACTOR.min && factor <= SPEED_FACTOR.max;
  const warning = source === engine.ignitionSource ? null : warningOf(t, engine, source);
  const changed = source !== engine.ignitionSource || factor !== engine.speedFactor;
  useUnsaved(() => changed);
  return (
    <form
      className={classes['engine']}
      onSubmit={(event) => {
        event.preventDefault();
        if (legal) saveEngine(t, { vehicleId, ignitionSource: source, speedFactor: factor, version }, warning);
      }}
    >
      <Select
        label={t('engine.choose')}
        allowDeselect={false}
        disabled={!mayEdit}
        data={IGNITION_SOURCES.map((each) => ({ value: each, label: t(`engine.choice.${each}`) }))}
        value={source}
        onChange={(value) => value !== null && setSource(value)}
      />
      <NumberInput
        label={t('engine.factor')}
        disabled={!mayEdit}
        decimals={4}
        step={0.1}
        min={SPEED_FACTOR.min}
        max={SPEED_FACTOR.max}
        value={factor}
        onChange={setFactor}
      />
      {mayEdit && (
        <Button type="submit" disabled={!changed || !legal}>
          {t('form.save')}
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {t('engine.factor-hint')} {mayEdit && t('engine.save-note')}
      </Text>
      {warning !== null && <Alert dismissible={false}>{warning}</Alert>}
      {remaking && (
        <Text size="sm" role="status" className={classes['remaking'] ?? ''}>
          <Loader size={14} aria-hidden /> {t('engine.remaking')}
        </Text>
      )}
    </form>
  );
}
