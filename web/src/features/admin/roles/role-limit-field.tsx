import type { RoleLimit, RoleLimitChoices } from '@milepost/contract/vehicle-limit';
import { Input, MultiSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CommonBox } from '../users/limit-field.tsx';
import { cutOption } from '../../../ui/rest-option.ts';

interface Props {
  choices: RoleLimitChoices;
  /** Null allows every vehicle. */
  value: RoleLimit | null;
  onChange: (limit: RoleLimit | null) => void;
  readOnly: boolean;
  error?: ReactNode;
}

/** The maximum set of vehicles that people with the role see: all, or those of groups. */
export function RoleLimitField({ choices, value, onChange, readOnly, error }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`admin.users.sees.${key}`);
  const labelId = useId();
  // Chosen groups stay visible, even if they are not among the offered ones.
  const names = new Map([...(value?.groups ?? []), ...choices.groups].map(({ id, name }) => [id, name]));
  const choose = (ids: readonly number[]) =>
    onChange({ common: value?.common ?? false, groups: ids.map((id) => ({ id, name: names.get(id) ?? '' })) });
  return (
    <Stack gap="xs" role="group" aria-labelledby={labelId}>
      <Input.Wrapper
        label={<span id={labelId}>{t('admin.roles.limit')}</span>}
        labelElement="div"
        error={value === null ? error : undefined}
      >
        <SegmentedControl
          fullWidth
          disabled={readOnly}
          aria-labelledby={labelId}
          value={value === null ? 'all' : 'groups'}
          onChange={(next) => onChange(next === 'all' ? null : { groups: [], common: false })}
          data={[
            { value: 'all', label: label('all') },
            { value: 'groups', label: label('groups') },
          ]}
        />
      </Input.Wrapper>
      {value !== null && (
        <>
          <MultiSelect
            searchable
            clearable
            hidePickedOptions
            label={label('group-list')}
            placeholder={value.groups.length === 0 ? label('group-hint') : ''}
            nothingFoundMessage={t('form.nothing-found')}
            data={[
              ...[...names].map(([id, name]) => ({ value: id, label: name })),
              ...cutOption(t, choices.groups.length, choices.groupsTotal),
            ]}
            value={value.groups.map(({ id }) => id)}
            onChange={choose}
            readOnly={readOnly}
            error={error}
          />
          <Text size="sm" c="dimmed">
            {t('admin.roles.limit-hint')}
          </Text>
          <CommonBox value={value} onChange={onChange} disabled={readOnly} />
        </>
      )}
    </Stack>
  );
}
