import { Button, Group, Stack, TagsInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { notify } from '../../../ui/toast/notify.ts';
import { refreshFences } from '../use-fences.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

interface Props {
  ids: number[];
  tags: readonly string[];
  onClose: () => void;
}

/** Asks which tags to add to and remove from many geofences. */
export function TagDialog({ ids, tags, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('geo-fence.tag-title', { count: ids.length })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <TagForm ids={ids} tags={tags} onDone={onClose} />
    </Modal>
  );
}

function TagForm({ ids, tags, onDone }: { ids: number[]; tags: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const mutation = useMutation({
    mutationFn: () => call('tag-fences', { ids, add, remove }),
    onSuccess() {
      refreshFences();
      notify(t('geo-fence.tagged', { count: ids.length }));
      onDone();
    },
  });
  return (
    <Stack gap="sm">
      {mutation.error && <ErrorNote error={mutation.error} />}
      <TagsInput label={t('geo-fence.tag-add')} data={[...tags]} value={add} onChange={setAdd} maxTags={12} />
      <TagsInput label={t('geo-fence.tag-remove')} data={[...tags]} value={remove} onChange={setRemove} />
      <Group justify="flex-end">
        <FormCancel onCancel={onDone} />
        <Button
          loading={mutation.isPending}
          disabled={add.length + remove.length === 0}
          onClick={() => mutation.mutate()}
        >
          {t('form.save')}
        </Button>
      </Group>
    </Stack>
  );
}
