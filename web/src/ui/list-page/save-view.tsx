import type { ListView } from '@milepost/contract/list-view-operations';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../dialog/modal.tsx';
import { CallError } from '../../api/call-error.ts';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { errorText } from '../error-text.ts';
import { notify } from '../toast/notify.ts';
import { FormCancel } from '../form/form-cancel.tsx';

interface Props {
  view: Pick<ListView, 'list' | 'query' | 'shown' | 'hidden'>;
  mayShare: boolean;
  onClose: () => void;
}

/** Saves the current view of the list under a name. */
export function SaveView({ view, mayShare, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(shared ? 'share-list-view' : 'save-list-view', { ...view, name }),
    onSuccess() {
      refresh('get-list-views');
      notify(t('form.saved', { name }));
      onClose();
    },
  });
  const refused = error instanceof CallError ? error.fields['name'] : undefined;
  return (
    <Modal opened onClose={onClose} title={t('list-views.save')} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('list-views.save-text')}
          </Text>
          <TextInput
            label={t('list-views.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={60}
            required
            data-autofocus
            error={error === null ? undefined : (refused ?? errorText(t, error))}
          />
          {mayShare && (
            <Checkbox
              label={t('list-views.share')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <FormCancel onCancel={onClose} />
            <Button type="submit" loading={isPending}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
