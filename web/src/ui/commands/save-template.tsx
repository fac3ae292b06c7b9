import { Button, Group, TextInput } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../api/call.ts';
import { errorText } from '../error-text.ts';
import { notify } from '../toast/notify.ts';
import { refreshTemplates } from './template-select.tsx';

interface Props {
  /** The values of the form. */
  command: Pick<CallInput<'save-command-template'>, 'kind' | 'seconds' | 'output' | 'odometerKm' | 'phones' | 'text'>;
}

/** Saves the values of the form as a named template for everybody in the organisation who may send it. */
export function SaveTemplateForm({ command }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (templateName: string) => call('save-command-template', { ...command, name: templateName }),
    onSuccess({ template }) {
      notify(t('commands.template.saved', { name: template.name }));
      refreshTemplates();
      setName(null);
    },
  });
  if (name === null) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconBookmarkPlus size={16} aria-hidden />}
        onClick={() => setName('')}
      >
        {t('commands.template.keep')}
      </Button>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The field is within the form of the command, and Enter would send the command.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save.mutate(name);
  };
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        aria-label={t('commands.template.name')}
        placeholder={t('commands.template.name')}
        description={t('commands.template.same-name')}
        inputWrapperOrder={['input', 'description', 'error']}
        flex={1}
        maxLength={60}
        data-autofocus
        autoFocus
        value={name}
        error={save.error && errorText(t, save.error)}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate(name)}>
        {t('form.save')}
      </Button>
    </Group>
  );
}
