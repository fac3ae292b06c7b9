import type { UseFormReturnType } from '@mantine/form';
import { VEHICLE_TYPES } from '@milepost/contract/vehicle-kinds';
import { MultiSelect, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/use-call.ts';
import { cutOption, restOption } from '../../../../ui/rest-option.ts';
import { Section } from '../../../../ui/section/section.tsx';
import type { PlanValues } from './plan-values.ts';

/** The vehicles of a plan: all, or groups, types and single ones. */
export function PlanTargets({ form }: { form: UseFormReturnType<PlanValues> }) {
  const { t } = useTranslation();
  const label = (key: string) => t(`maintenance.plan.${key}`);
  const [typed, setTyped] = useState('');
  const [vehicle] = useDebouncedValue(typed.trim(), 250);
  const { data } = useCall('get-service-plan-choices', { vehicle }, { placeholderData: keepPreviousData });
  const { allVehicles, vehicles, groups, types } = form.values;
  const all = new Map([...vehicles, ...(data?.vehicles ?? [])].map((one) => [one.id, one]));
  const allGroups = new Map([...groups, ...(data?.groups ?? [])].map((one) => [one.id, one]));
  const shared = {
    searchable: true,
    clearable: true,
    hidePickedOptions: true,
    nothingFoundMessage: t('form.nothing-found'),
  };
  return (
    <Section title={label('for')} level={3}>
      <Switch
        label={label('all-vehicles')}
        checked={allVehicles}
        onChange={({ currentTarget }) => form.setFieldValue('allVehicles', currentTarget.checked)}
      />
      {!allVehicles && (
        <>
          <MultiSelect
            {...shared}
            label={label('groups')}
            data={[...optionsOf(allGroups), ...cutOption(t, data?.groups.length ?? 0, data?.groupsTotal)]}
            value={groups.map(({ id }) => id)}
            onChange={(ids) =>
              form.setFieldValue(
                'groups',
                ids.flatMap((id) => allGroups.get(id) ?? []),
              )
            }
            error={form.errors['groupIds']}
          />
          <MultiSelect
            {...shared}
            label={label('types')}
            data={VEHICLE_TYPES.map((type) => ({ value: type, label: t(`vehicle-type.${type}`) }))}
            value={types}
            onChange={(chosen) => form.setFieldValue('types', chosen)}
            error={form.errors['types']}
          />
          <MultiSelect
            {...shared}
            label={label('vehicles')}
            // Shows all options, because the server has searched already.
            filter={({ options }) => options}
            data={[...optionsOf(all), ...restOption(t, data?.vehicles.length ?? 0, data?.vehiclesTotal)]}
            searchValue={typed}
            onSearchChange={setTyped}
            value={vehicles.map(({ id }) => id)}
            onChange={(ids) =>
              form.setFieldValue(
                'vehicles',
                ids.flatMap((id) => all.get(id) ?? []),
              )
            }
            error={form.errors['vehicleIds']}
          />
        </>
      )}
    </Section>
  );
}

const optionsOf = (known: ReadonlyMap<number, { id: number; name: string }>) =>
  [...known.values()].map(({ id, name }) => ({ value: id, label: name, disabled: false }));
