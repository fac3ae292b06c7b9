import { listText } from '../../text/list-text.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../alert/alert.tsx';
import type { Meanwhile } from './use-record-form.ts';

export interface FieldWords {
  label: (field: string) => string;
  /**
   * The text of a value that does not speak for itself: the name of a group instead of its number. Null if there is no
   * text form, as for an outline: then only the field is listed.
   */
  value?: (field: string, value: unknown) => string | null | undefined;
}

interface Props {
  meanwhile: Meanwhile;
  words: FieldWords | undefined;
}

/**
 * The person who saved the same record meanwhile, and the fields that both changed. Shown above the fields, and
 * scrolled into view for each conflict if the conflict's number is its key.
 */
export function MeanwhileNote({ meanwhile, words }: Props) {
  const { t } = useTranslation();
  const note = useRef<HTMLDivElement>(null);
  const { clashes } = meanwhile;
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  function valueText(field: string, value: unknown): string | null {
    const own = value === null || value === '' ? undefined : words?.value?.(field, value);
    return own === undefined ? plainWords(t, value) : own;
  }
  return (
    <div ref={note}>
      <Alert type="warning" dismissible={false}>
        <Stack gap={6}>
          <Text size="sm">
            {meanwhile.text} {t('form.meanwhile')}
          </Text>
          {clashes.length > 0 && <Text size="sm">{t('form.meanwhile-both')}</Text>}
          {clashes.map((clash) => {
            const theirs = valueText(clash.field, clash.theirs);
            return (
              <Group key={clash.field} gap="xs" justify="space-between">
                <Text size="sm">
                  {words?.label(clash.field) ?? clash.field}
                  {theirs !== null && (
                    <>
                      {' '}
                      – {t('form.theirs')}: <bdi>{theirs}</bdi>
                    </>
                  )}
                </Text>
                <Button size="compact-xs" variant="default" onClick={() => meanwhile.takeTheirs(clash)}>
                  {t('form.take-theirs')}
                </Button>
              </Group>
            );
          })}
        </Stack>
      </Alert>
    </div>
  );
}

/** A value as text: a text, a number, yes or no, or a list of these and of objects with a name. Null for any other. */
function plainWords(t: TFunction, value: unknown): string | null {
  if (value === null || value === '') return t('form.empty');
  if (typeof value === 'boolean') return t(value ? 'form.yes' : 'form.no');
  if (Array.isArray(value)) {
    const parts = value.map((each: unknown) => plainWords(t, each));
    return parts.includes(null) ? null : listText(parts) || t('form.empty');
  }
  if (typeof value === 'object') return 'name' in value && typeof value.name === 'string' ? value.name : null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
