import type { DocumentHolder } from '@milepost/contract/document-kinds';
import type { FleetDocument } from '@milepost/contract/document-operations';
import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { restOption } from '../../../ui/rest-option.ts';
import { type DocumentValues, holdersOf } from './document-values.ts';

interface Props {
  values: DocumentValues;
  /** The document with the initial holder. */
  names: FleetDocument | undefined;
  disabled: boolean;
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (values: Partial<DocumentValues>) => void;
  /** Called with the currency of costs of the holder's documents. */
  onCurrency: (currency: string) => void;
}

const FIELDS = { vehicle: 'vehicleId', driver: 'driverId', organisation: 'organisationId' } as const;

/** The holder of a document: a vehicle, a driver or an organisation, searched on the server. */
export function HolderField({ values, names, disabled, errors, onChange, onCurrency }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { kind, holder } = values;
  // Documents of the whole organisation are only for people without a limit.
  const limited = useSetup().data?.limited === true;
  const holders = holdersOf(kind).filter((one) => one !== 'organisation' || !limited);
  const field = FIELDS[holder];
  return (
    <Stack gap="sm">
      {holders.length > 1 && (
        <Stack gap={4}>
          <Text size="sm" fw={500} id={id}>
            {t('documents.holder-label')}
          </Text>
          <SegmentedControl
            aria-labelledby={id}
            disabled={disabled}
            value={holder}
            onChange={(next) => onChange({ holder: next })}
            data={holders.map((value) => ({ value, label: t(`documents.holder.${value}`) }))}
          />
        </Stack>
      )}
      <HolderChoice
        key={holder}
        of={holder}
        known={names?.[field] === values[field] ? names?.holderName : undefined}
        value={values[field]}
        disabled={disabled || (holder === 'organisation' && names !== undefined)}
        error={errors[field]}
        onChange={(next) => onChange({ [field]: next })}
        onCurrency={onCurrency}
      />
    </Stack>
  );
}

interface ChoiceProps {
  of: DocumentHolder;
  /** The label of the value, if it is known before a search. */
  known: string | undefined;
  value: number | null;
  disabled: boolean;
  error: ReactNode;
  onChange: (id: number | null) => void;
  onCurrency: (currency: string) => void;
}

function HolderChoice({ of, known, value, disabled, error, onChange, onCurrency }: ChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(known);
  const [debounced] = useDebouncedValue(search, 250);
  // The name in the field matches itself, which returns its currency.
  const input = { holder: of, search: debounced.trim() };
  const { data } = useCall('get-document-holders', input, { placeholderData: keepPreviousData });
  const rows = data?.rows ?? [];
  const own = rows.find(({ id }) => id === value);
  const currency = own?.currency;
  useEffect(() => {
    if (currency !== undefined) onCurrency(currency);
  }, [currency, onCurrency]);
  const only = of === 'organisation' && data?.total === 1 ? data.rows[0]?.id : undefined;
  useEffect(() => {
    if (value === null && only !== undefined) onChange(only);
  });
  const missing = value !== null && chosen !== undefined && own === undefined;
  return (
    <Select
      label={t(`documents.holder.${of}`)}
      withAsterisk={of !== 'organisation'}
      searchable
      disabled={disabled}
      placeholder={t('form.choose')}
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...(missing ? [{ value, label: chosen, disabled: false }] : []),
        ...rows.map((row) => ({ value: row.id, label: row.name, disabled: false })),
        ...restOption(t, rows.length, data?.total),
      ]}
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={(next) => {
        setChosen(rows.find((row) => row.id === next)?.name);
        onChange(next);
      }}
      error={error}
    />
  );
}
