import { DEFECT_SEVERITIES, RESULTS } from '@milepost/contract/inspection-kinds';
import { Input, SegmentedControl, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FileField } from '../../../../ui/files/file-field.tsx';
import { FileThumbs } from '../../../../ui/files/file-thumbs.tsx';
import type { AnswerValues } from './inspect-values.ts';

interface Props {
  answer: AnswerValues;
  errors: { result: ReactNode; severity: ReactNode };
  onChange: (answer: AnswerValues) => void;
}

/** The result of one item, large enough for a thumb; for a defect also its severity, a note and photos. */
export function AnswerField({ answer, errors, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { item, result, severity, note, photos } = answer;
  return (
    <>
      <Text fw={600} id={id}>
        {item}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        size="md"
        fullWidth
        data={RESULTS.map((value) => ({ value, label: t(`maintenance.result.${value}`) }))}
        // Nothing is chosen initially.
        value={result ?? ''}
        onChange={(next) => onChange({ ...answer, result: RESULTS.find((one) => one === next) ?? null })}
      />
      {errors.result && <Input.Error>{errors.result}</Input.Error>}
      {result === 'defect' && (
        <>
          <SegmentedControl
            aria-label={t('maintenance.inspect.severity-of', { item })}
            size="md"
            fullWidth
            data={DEFECT_SEVERITIES.map((value) => ({ value, label: t(`maintenance.severity.${value}`) }))}
            value={severity ?? ''}
            onChange={(next) =>
              onChange({ ...answer, severity: DEFECT_SEVERITIES.find((one) => one === next) ?? null })
            }
          />
          {errors.severity && <Input.Error>{errors.severity}</Input.Error>}
          <TextInput
            size="md"
            aria-label={t('maintenance.inspect.note-of', { item })}
            placeholder={t('maintenance.inspect.note-placeholder')}
            maxLength={500}
            value={note}
            onChange={({ currentTarget }) => onChange({ ...answer, note: currentTarget.value })}
          />
          <FileField
            label={t('maintenance.inspect.photo-of', { item })}
            picturesOnly
            onSent={(file) => onChange({ ...answer, photos: [...photos, file] })}
          />
          {photos.length > 0 && (
            <FileThumbs
              label={t('files.of', { name: item })}
              files={photos}
              onRemove={(file) => onChange({ ...answer, photos: photos.filter((one) => one.id !== file.id) })}
            />
          )}
        </>
      )}
    </>
  );
}
