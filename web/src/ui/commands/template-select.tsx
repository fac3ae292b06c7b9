import type { RequestKind } from '@milepost/contract/command-kinds';
import type { CommandTemplate } from '@milepost/contract/command-operations';
import { ActionIcon, Group, Select } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { notifyError } from '../toast/notify.ts';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';

interface Props {
  /** The kinds that can be sent here: other templates are not offered. */
  kinds: readonly RequestKind[];
  onChoose: (template: CommandTemplate) => void;
}

export const refreshTemplates = () => refresh('get-command-templates');

/** The command templates of the organisation; hidden until one exists. */
export function TemplateSelect({ kinds, onChoose }: Props) {
  const { t } = useTranslation();
  const [id, setId] = useState<number | null>(null);
  const rows = useCall('get-command-templates', {}).data?.rows.filter(({ kind }) => kinds.includes(kind)) ?? [];
  const chosen = rows.find((row) => row.id === id);
  const remove = useMutation({
    mutationFn: (template: CommandTemplate) => call('delete-command-template', { id: template.id }),
    onSuccess: (_done, { id: _id, ...template }) =>
      notifyWithUndo(t, t('commands.template.deleted', { name: template.name }), () =>
        call('save-command-template', template)
          .catch((error: unknown) => notifyError(t, error))
          .finally(refreshTemplates),
      ),
    onError: (error) => notifyError(t, error),
    onSettled: refreshTemplates,
  });
  if (rows.length === 0) return null;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <Select
        label={t('commands.template.title')}
        placeholder={t('commands.template.none')}
        flex={1}
        clearable
        searchable
        data={rows.map(({ id: value, name }) => ({ value, label: name }))}
        value={chosen?.id ?? null}
        onChange={(value) => {
          setId(value);
          const template = rows.find((row) => row.id === value);
          if (template) onChoose(template);
        }}
      />
      {chosen && (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('commands.template.delete', { name: chosen.name })}
          title={t('commands.template.delete', { name: chosen.name })}
          loading={remove.isPending}
          onClick={() => remove.mutate(chosen)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
