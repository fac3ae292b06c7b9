import { MultiSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { UseFormReturnType } from '@mantine/form';
import type { Plan } from '@milepost/contract/subscription-operations';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { SearchedSelect } from '../../../ui/form/searched-select.tsx';
import { restOption } from '../../../ui/rest-option.ts';
import type { SubscriptionRecord, SubscriptionValues } from './subscription-values.ts';
import { listText } from '../../../text/list-text.ts';

interface Options {
  form: UseFormReturnType<SubscriptionValues>;
  record: SubscriptionRecord | undefined;
  label: (key: string) => string;
  onPlan: (plan: Plan) => void;
}

const AFTER_MS = 250;

/** The references of a subscription: the fields of customer, plan and vehicles, searched on the server. */
export function useSubscriptionChoices({ form, record, label, onPlan }: Options) {
  const { t } = useTranslation();
  const [search, setSearch] = useState({ plan: '', organisation: '', vehicle: '' });
  /** The labels of the chosen vehicles, which a search for others does not return. */
  const [known, setKnown] = useState(new Map(record?.named.map(({ id, name }) => [id, name])));
  const { organisationId, planId, vehicleIds } = form.values;
  const { data } = useCall(
    'get-subscription-choices',
    { ...search, ...(organisationId !== null && { organisationId }), ...(planId !== null && { planId }) },
    { placeholderData: keepPreviousData },
  );
  const searchFor = (name: keyof typeof search) => (text: string) => setSearch((old) => ({ ...old, [name]: text }));
  const searchVehicle = useDebouncedCallback((text: string) => searchFor('vehicle')(text.trim()), AFTER_MS);
  const { subscription } = record ?? {};
  const plan = data?.plans.find(({ id }) => id === planId);
  const found = data?.vehicles ?? [];
  return {
    currency: subscription?.currency ?? plan?.currency ?? data?.currency ?? 'USD',
    months: subscription?.months ?? plan?.months,
    vehicleText: (ids: readonly number[]) => listText(ids.map((id) => known.get(id) ?? String(id))),
    customer: subscription ? (
      <TextInput label={label('customer')} value={subscription.organisationName} readOnly />
    ) : (
      <SearchedSelect
        {...form.getInputProps('organisationId')}
        label={label('customer')}
        options={data?.organisations ?? []}
        total={data?.organisationsTotal}
        onSearch={searchFor('organisation')}
        value={organisationId}
        // The chosen vehicles belong to the previous organisation, so they are cleared.
        onChange={(id) => form.setValues({ organisationId: id, vehicleIds: [] })}
      />
    ),
    plan: subscription ? (
      <TextInput label={label('plan')} value={subscription.planName} readOnly />
    ) : (
      <SearchedSelect
        {...form.getInputProps('planId')}
        label={label('plan')}
        options={data?.plans ?? []}
        total={data?.plansTotal}
        onSearch={searchFor('plan')}
        value={planId}
        onChange={(id) => {
          form.setFieldValue('planId', id);
          const chosen = data?.plans.find((one) => one.id === id);
          if (chosen) onPlan(chosen);
        }}
      />
    ),
    vehicles: (
      <MultiSelect
        label={label('named')}
        searchable
        hidePickedOptions
        disabled={organisationId === null}
        placeholder={vehicleIds.length === 0 ? t('form.choose') : ''}
        nothingFoundMessage={t('form.nothing-found')}
        data={[
          ...vehicleIds
            .filter((id) => !found.some((one) => one.id === id))
            .map((id) => ({ value: String(id), label: known.get(id) ?? String(id), disabled: false })),
          ...found.map(({ id, name }) => ({ value: String(id), label: name, disabled: false })),
          ...restOption(t, found.length, data?.vehiclesTotal).map((rest) => ({ ...rest, value: String(rest.value) })),
        ]}
        // Shows all options, because the server has searched already.
        filter={({ options }) => options}
        onSearchChange={searchVehicle}
        value={vehicleIds.map(String)}
        onChange={(ids) => {
          setKnown((old) => new Map([...old, ...found.map(({ id, name }) => [id, name] as const)]));
          form.setFieldValue('vehicleIds', ids.map(Number));
        }}
        error={form.errors['vehicleIds']}
      />
    ),
  };
}
