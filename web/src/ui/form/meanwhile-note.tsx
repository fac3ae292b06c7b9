import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Alert } from '../alert/alert.tsx';
import type { Meanwhile } from './use-record-form.ts';

export interface FieldWords {
  label: (field: string) => string;
  /** A value in words, where it is not one by itself: the name of a group instead of its number. */
  value?: (field: string, value: unknown) => string | undefined;
}

interface Props {
  meanwhile: Meanwhile;
  words: FieldWords | undefined;
}

/** Who saved the same record meanwhile, and what both changed. */
export function MeanwhileNote({ meanwhile, words }: Props) {
  const { t } = useTranslation();
  function said(field: string, value: unknown): string {
    if (value === '' || value === null) return t('form.empty');
    return words?.value?.(field, value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
  }
  return (
    <Alert type="warning">
      <Stack gap={6}>
        <Text size="sm">
          {meanwhile.text} {t('form.meanwhile')}
        </Text>
        {meanwhile.clashes.length > 0 && <Text size="sm">{t('form.meanwhile-both')}</Text>}
        {meanwhile.clashes.map((clash) => (
          <Group key={clash.field} gap="xs" justify="space-between">
            <Text size="sm">
              {words?.label(clash.field) ?? clash.field} – {t('form.theirs')}:{' '}
              <bdi>{said(clash.field, clash.theirs)}</bdi>
            </Text>
            <Button size="compact-xs" variant="default" onClick={() => meanwhile.takeTheirs(clash)}>
              {t('form.take-theirs')}
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
