import type { OwnField } from '@milepost/contract/own-field-operations';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Filter {
  id: number;
  value: string | boolean;
}

/** The filter in an address: `own=12:Red`, or `own=12:yes`. */
export function readOwnFilter(params: URLSearchParams, fields: readonly OwnField[] | undefined): Filter | undefined {
  const [, id, value] = /^(\d{1,9}):(.{1,40})$/.exec(params.get('own') ?? '') ?? [];
  if (id === undefined || value === undefined) return undefined;
  const field = fields?.find((one) => one.id === Number(id));
  return { id: Number(id), value: field?.type === 'yes-no' ? value === 'yes' : value };
}

interface Props {
  fields: readonly OwnField[] | undefined;
  /** The value in the address. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Filters a list by a custom field with few values; hidden if there is no such field. */
export function OwnFilterSelect({ fields = [], value, onChange }: Props) {
  const { t } = useTranslation();
  const groups = fields.flatMap(({ id, name, type, choices }) => {
    if (type !== 'choice' && type !== 'yes-no') return [];
    const values =
      type === 'choice'
        ? choices.map((one) => [one, one] as const)
        : (['yes', 'no'] as const).map((one) => [one, t(`own-fields.${one}`)] as const);
    return [
      { group: name, items: values.map(([one, label]) => ({ value: `${id}:${one}`, label: `${name}: ${label}` })) },
    ];
  });
  if (groups.length === 0) return null;
  return (
    <Select
      aria-label={t('own-fields.filter')}
      placeholder={t('own-fields.filter')}
      clearable
      searchable
      w={{ base: 140, sm: 180 }}
      data={groups}
      value={value}
      onChange={onChange}
    />
  );
}
