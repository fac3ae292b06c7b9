import type { Coordinates } from '@milepost/contract/common';
import { MAX_AREAS } from '@milepost/contract/territory-kinds';
import { type Territory, territoryOperations } from '@milepost/contract/territory-operations';
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import type { MapLibreMap } from '../../../map/map-library.ts';
import { ColorField } from '../../../ui/color-field/color-field.tsx';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { AreaDrawing } from '../../../ui/area-drawing/area-drawing.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { labelledOptions } from '../../../ui/rest-option.ts';
import { Section } from '../../../ui/section/section.tsx';
import { refreshTerritories } from '../../../api/refresh-records.ts';
import classes from './territory-settings.module.css';
import { territoryValues } from './territory-values.ts';

interface Props {
  /** Undefined for a new territory. */
  territory: Territory | undefined;
  map: MapLibreMap | null;
  /** The element over the map for the drawing tools. */
  bar: HTMLElement | null;
  /** Called with the areas that are not being drawn, for the map. */
  onOthers: (areas: Coordinates[][], colour: string) => void;
  onClose: () => void;
}

const validate = validateBy(territoryOperations['save-territory'].input);

/** The form of a territory, beside the map on which its areas are drawn. */
export default function TerritoryForm({ territory, map, bar, onOthers, onClose }: Props) {
  const { t } = useTranslation();
  const label = (field: string) => t(`territories.field.${field}`);
  const maySave = useMay('outlets', territory ? 'edit' : 'create');
  const mayDelete = useMay('outlets', 'delete');
  const choices = useCall('get-territory-choices', territory ? { id: territory.id } : {}, { enabled: maySave });
  const version = useVersion(
    territory,
    async (id) => (await call('get-territory-by-id', { id })).territory,
    territoryValues,
  );
  const record = useClosingForm({
    initialValues: territoryValues(territory),
    validate: (values) => validate({ ...values, areas: values.areas.filter(isDrawn) }),
    save: (values) => call('save-territory', { ...values, areas: values.areas.filter(isDrawn), ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ territory: saved }) => t('form.saved', { name: saved.name }),
    onChanged: refreshTerritories,
    onClose,
  });
  const { form } = record;
  const { areas, colour } = form.values;
  // A key for each area, so that each is drawn by a new tool.
  const [{ index, turn }, setDrawn] = useState({ index: 0, turn: 0 });
  const choose = (next: number) => setDrawn((now) => ({ index: next, turn: now.turn + 1 }));
  const reportOthers = useEffectEvent(onOthers);
  useEffect(() => {
    reportOthers(
      areas.filter((area, other) => other !== index && isDrawn(area)),
      colour,
    );
  }, [areas, index, colour]);
  const known = [territory?.manager, territory?.next?.manager].filter((person) => person != null);
  const people = choices.data?.people ?? known;
  const fault = Object.entries(form.errors).find(([path]) => path.split('.')[0] === 'areas')?.[1];
  const person = (field: 'managerId' | 'nextManagerId') => (
    <Select
      {...form.getInputProps(field)}
      label={label(field)}
      searchable
      clearable
      data={labelledOptions(t, people, choices.data?.peopleTotal)}
    />
  );
  const remove = ({ id, name }: Territory) =>
    record.remove({
      name,
      consequence: t('territories.delete-text'),
      remove: () => call('delete-territory', { id }),
      restore: () => call('restore-territory', { id }),
    });
  function wordOf(field: string, value: unknown): string | undefined {
    if (field === 'areas' && Array.isArray(value)) return t('territories.areas-number', { number: value.length });
    return field.endsWith('anagerId') ? people.find(({ id }) => id === value)?.name : undefined;
  }
  return (
    <div className={classes['form']}>
      <h2>{territory?.name ?? t('territories.new')}</h2>
      <RecordForm
        record={record}
        fieldWords={{ label, value: wordOf }}
        readOnly={!maySave}
        onCancel={() => onClose()}
        onDelete={territory && mayDelete ? () => remove(territory) : undefined}
      >
        <TextInput
          {...form.getInputProps('name')}
          label={label('name')}
          withAsterisk
          required
          maxLength={80}
          data-autofocus
        />
        <ColorField label={label('colour')} value={colour} onChange={(next) => form.setFieldValue('colour', next)} />
        <Section level={3} title={label('areas')}>
          <Text size="sm" c="dimmed">
            {t('territories.areas-hint')}
          </Text>
          {areas.length > 1 && (
            <Group gap={4} role="group" aria-label={label('areas')}>
              {areas.map((_area, one) => (
                <Button
                  key={one}
                  size="compact-sm"
                  variant={one === index ? 'filled' : 'default'}
                  aria-pressed={one === index}
                  onClick={() => choose(one)}
                >
                  {t('territories.area', { number: one + 1 })}
                </Button>
              ))}
            </Group>
          )}
          {areas[index] && (
            <AreaDrawing
              key={turn}
              map={map}
              bar={bar}
              ring={areas[index]}
              colour={colour}
              readOnly={!maySave}
              onRing={(ring) =>
                form.setFieldValue(
                  'areas',
                  areas.map((old, one) => (one === index ? ring : old)),
                )
              }
              onRemove={() => {
                form.setFieldValue(
                  'areas',
                  areas.filter((_old, one) => one !== index),
                );
                choose(Math.max(0, index - 1));
              }}
            />
          )}
          {fault && (
            <Text size="sm" c="red" role="alert">
              {fault}
            </Text>
          )}
          {maySave && areas.length < MAX_AREAS && areas.every(isDrawn) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => {
                form.setFieldValue('areas', [...areas, []]);
                choose(areas.length);
              }}
            >
              {t('territories.add-area')}
            </Button>
          )}
        </Section>
        <Section level={3} title={t('territories.people')}>
          {person('managerId')}
          {person('nextManagerId')}
          <DateField
            {...form.getInputProps('nextFrom')}
            value={form.values.nextFrom}
            label={label('nextFrom')}
            clearable
          />
        </Section>
        <DateField
          {...form.getInputProps('validFrom')}
          value={form.values.validFrom}
          label={label('validFrom')}
          clearable
        />
      </RecordForm>
    </div>
  );
}

const isDrawn = (area: readonly Coordinates[]) => area.length > 0;
