import {
  LAYOUT_DATE_FORMS,
  LAYOUT_DEGREE_FORMS,
  LAYOUT_KINDS,
  LAYOUT_SEPARATORS,
  LAYOUT_SPEED_UNITS,
} from '@milepost/contract/layout-profile-operations';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { emptyDraft, type LayoutDraft } from './layout-draft.ts';
import own from './profiles.module.css';

interface Props {
  draft: LayoutDraft;
  onChange: (draft: LayoutDraft) => void;
}

/** The settings besides the clicks: the separator, the kind of frames, and the formats of dates and coordinates. */
export function LayoutOptions({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.layout.${key}`);
  return (
    <div className={own.rule}>
      <Select
        size="xs"
        label={label('separator')}
        allowDeselect={false}
        value={draft.separator}
        // With another separator the fields have other indexes.
        onChange={(separator) => separator && onChange({ ...emptyDraft(separator), kind: draft.kind })}
        data={LAYOUT_SEPARATORS.map((one) => ({ value: one, label: one === ' ' ? label('space') : one }))}
      />
      <Select
        size="xs"
        label={label('kind')}
        allowDeselect={false}
        value={draft.kind}
        onChange={(kind) => kind && onChange({ ...draft, kind })}
        data={LAYOUT_KINDS.map((one) => ({ value: one, label: label(`kinds.${one}`) }))}
      />
      {draft.fields.date !== undefined && (
        <Select
          size="xs"
          label={label('date-form')}
          allowDeselect={false}
          value={draft.dateForm}
          onChange={(dateForm) => dateForm && onChange({ ...draft, dateForm })}
          data={LAYOUT_DATE_FORMS.map((one) => ({ value: one, label: label(`date.${one}`) }))}
        />
      )}
      {draft.fields.lat !== undefined && (
        <Select
          size="xs"
          label={label('degree-form')}
          allowDeselect={false}
          value={draft.degreeForm}
          onChange={(degreeForm) => degreeForm && onChange({ ...draft, degreeForm })}
          data={LAYOUT_DEGREE_FORMS.map((one) => ({ value: one, label: label(`degrees.${one}`) }))}
        />
      )}
      {draft.fields.speed !== undefined && (
        <Select
          size="xs"
          label={t('settings.connect.profile.speed-unit')}
          allowDeselect={false}
          value={draft.speedUnit}
          onChange={(speedUnit) => speedUnit && onChange({ ...draft, speedUnit })}
          data={LAYOUT_SPEED_UNITS.map((one) => ({ value: one, label: t(`settings.connect.profile.unit.${one}`) }))}
        />
      )}
    </div>
  );
}
