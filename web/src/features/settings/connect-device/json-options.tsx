import { SPEED_UNITS, TIME_FORMS } from '@milepost/contract/json-profile-operations';
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../text/visible.ts';
import type { JsonDraft } from './json-draft.ts';

interface Props {
  draft: JsonDraft;
  onChange: (draft: JsonDraft) => void;
  /** The errors by the dotted path of the mapping. */
  errors: Readonly<Record<string, string>>;
}

/** The settings besides the clicks: the time format, the unit of the speed, names of attributes. */
export function JsonOptions({ draft, onChange, errors }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.json.${key}`);
  const { fields, timeForm, speedUnit, attributes } = draft;
  const { lat, lon, geojson } = fields;
  return (
    <Stack gap="xs">
      {!draft.identity && <Text size="sm">{label('no-device')}</Text>}
      {!geojson && !(lat && lon) && (
        <Text size="sm" c="dimmed">
          {label('no-place')}
        </Text>
      )}
      {fields.time ? (
        <Select
          size="xs"
          label={label('time-form')}
          allowDeselect={false}
          value={timeForm}
          onChange={(form) => form && onChange({ ...draft, timeForm: form })}
          data={TIME_FORMS.map((form) => ({ value: form, label: label(`form.${form}`) }))}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {label('no-time')}
        </Text>
      )}
      {fields.speed && (
        <Select
          size="xs"
          label={t('settings.connect.profile.speed-unit')}
          allowDeselect={false}
          value={speedUnit}
          onChange={(unit) => unit && onChange({ ...draft, speedUnit: unit })}
          data={SPEED_UNITS.map((unit) => ({ value: unit, label: t(`settings.connect.profile.unit.${unit}`) }))}
        />
      )}
      {attributes.map(({ path, name }, at) => (
        <TextInput
          key={JSON.stringify(path)}
          size="xs"
          label={t('settings.connect.json.attribute-name', { field: visible(path.join(' › ')) })}
          maxLength={40}
          value={name}
          error={errors[`mapping.attributes.${at}.name`]}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...draft,
              attributes: attributes.map((one, index) => (index === at ? { ...one, name: value } : one)),
            })
          }
        />
      ))}
    </Stack>
  );
}
