import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { FILE_NAME } from '@milepost/contract/file-kinds';
import type { StoredFile } from '@milepost/contract/file-operations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { callKey } from '../../../api/use-call.ts';
import { useServerNow } from '../../../live/use-live.ts';
import { dayOf, sameTimeOn } from '../../../text/local-day.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { momentAt, timeAt } from '../../../ui/time-picker/moment-time.ts';
import { TimePicker } from '../../../ui/time-picker/time-picker.tsx';
import { notify } from '../../../ui/toast/notify.ts';

const MINUTE_MS = 60_000;

/** The name of a file and the time when it was taken: a clip's moment in history. */
export function FileForm({ file }: { file: StoredFile }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const now = useServerNow(MINUTE_MS);
  const [name, setName] = useState(file.name);
  const [at, setAt] = useState(Date.parse(file.takenAt ?? file.addedAt));
  const [moved, setMoved] = useState(false);
  const set = (ms: number) => {
    setAt(ms);
    setMoved(true);
  };
  const saving = useMutation({
    mutationFn: () => {
      const takenAt = moved ? new Date(at).toISOString() : file.takenAt;
      return call('change-file', { fileId: file.id, name, takenAt });
    },
    onSuccess: async () => {
      notify(t('media.saved'));
      await client.invalidateQueries({ queryKey: callKey('get-media-list') });
    },
  });
  const { error } = saving;
  const fields = error instanceof CallError ? error.fields : {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('media.name')}
          value={name}
          maxLength={FILE_NAME}
          error={fields['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group gap="xs" align="end">
          <DateField
            label={t('media.taken-day')}
            value={dayOf(at)}
            maxDate={dayOf(now)}
            onChange={(day) => day !== null && set(sameTimeOn(day, at))}
          />
          <TimePicker
            label={t('media.taken-time')}
            spinners={false}
            seconds={false}
            value={timeAt(at)}
            onChange={(time) => set(momentAt(at, time))}
          />
        </Group>
        {error && !fields['name'] && (
          <Text role="alert" c="red">
            {errorText(t, error)}
          </Text>
        )}
        <Group>
          <Button type="submit" variant="default" loading={saving.isPending} disabled={name === file.name && !moved}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
