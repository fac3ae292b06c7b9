import { OWN_FIELD_RECORDS, type OwnFieldRecord } from '@milepost/contract/own-field-kinds';
import type { OwnField } from '@milepost/contract/own-field-operations';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { notifyError } from '../../../ui/toast/notify.ts';
import { notifyWithUndo } from '../../../ui/toast/notify-with-undo.tsx';
import { OwnFieldDialog } from './own-field-dialog.tsx';

type Opened = { kind: OwnFieldRecord; field: OwnField | undefined };

/** The organisation's custom fields of vehicles and drivers. */
export default function OwnFieldsTab({ organisationId }: { organisationId: number }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('own-fields.text')}
      </Text>
      {OWN_FIELD_RECORDS.map((kind) => (
        <FieldsOf
          key={kind}
          kind={kind}
          organisationId={organisationId}
          onOpen={(field) => setOpened({ kind, field })}
        />
      ))}
      {opened && <OwnFieldDialog {...opened} organisationId={organisationId} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

interface FieldsProps {
  kind: OwnFieldRecord;
  organisationId: number;
  onOpen: (field: OwnField | undefined) => void;
}

function FieldsOf({ kind, organisationId, onOpen }: FieldsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCall('get-own-fields', { kind, organisationId });
  async function remove({ id, name }: OwnField) {
    try {
      await call('delete-own-field', { id });
      refresh('get-own-fields');
      notifyWithUndo(t, t('form.deleted', { name }), () => void restore(id));
    } catch (failure) {
      notifyError(t, failure);
    }
  }
  async function restore(id: number) {
    try {
      await call('restore-own-field', { id });
      refresh('get-own-fields');
    } catch (failure) {
      notifyError(t, failure);
    }
  }
  return (
    <Section title={t(`own-fields.of.${kind}`)}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          {t('own-fields.none')}
        </Text>
      )}
      {data?.rows.map((field) => (
        <Group key={field.id} gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm">
            <bdi>{field.name}</bdi>{' '}
            <Text span size="sm" c="dimmed">
              {t(`own-fields.type.${field.type}`)}
              {field.required && ` · ${t('own-fields.required')}`}
            </Text>
          </Text>
          <Group gap={4} wrap="nowrap">
            <ActionIcon aria-label={t('own-fields.edit', { name: field.name })} onClick={() => onOpen(field)}>
              <IconEdit size={16} stroke={1.6} />
            </ActionIcon>
            <ActionIcon aria-label={t('own-fields.delete', { name: field.name })} onClick={() => void remove(field)}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Group>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onOpen(undefined)}
      >
        {t(`own-fields.add.${kind}`)}
      </Button>
    </Section>
  );
}
