import { Button, CopyButton, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useLinkTo } from '../../api/setup.ts';
import { callKey } from '../../api/use-call.ts';
import { formatDateTime } from '../../text/format.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { NoLinkBase } from '../no-link-base.tsx';

/** The offered durations in hours. */
const HOURS = [1, 2, 4, 8, 24, 72, 168, 720];
const USUAL = 8;

/**
 * The path that shows the vehicle to the holder of a token. After the hash, so that it appears in no log of a proxy.
 */
const pathOf = (token: string) => `/track-vehicle/shared#${token}`;

interface Props {
  vehicleId: number;
  /** The link that was ended last. */
  endedId: number | null;
}

/** Asks for the duration and the purpose, then shows the link, only once. */
export function NewLink({ vehicleId, endedId }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const linkTo = useLinkTo();
  const [hours, setHours] = useState(USUAL);
  const [note, setNote] = useState('');
  const made = useMutation({
    mutationFn: () => call('create-share', { vehicleId, hours, note }),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey('get-share-list') }),
  });
  if (made.data && made.data.share.id === endedId) {
    return (
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {t('share.made-ended')}
        </Text>
        <Button variant="default" onClick={() => made.reset()}>
          {t('share.make')}
        </Button>
      </Group>
    );
  }
  if (linkTo === null) return <NoLinkBase />;
  if (made.data) {
    const link = linkTo(pathOf(made.data.token));
    return (
      <Stack gap="sm">
        <Text size="sm">{t('share.made', { time: formatDateTime(made.data.share.expiresAt) })}</Text>
        <Group gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t('share.link')}
            value={link}
            readOnly
            dir="ltr"
            flex={1}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              >
                {t(copied ? 'share.copied' : 'share.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm" c="dimmed">
          {t('share.only-once')}
        </Text>
      </Stack>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        made.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('share.text')}
        </Text>
        <Group gap="sm" align="end" wrap="nowrap">
          <Select
            label={t('share.works-for')}
            allowDeselect={false}
            w={150}
            data={HOURS.map((value) => ({ value, label: t(`share.hours.${value}`) }))}
            value={hours}
            onChange={(value) => value !== null && setHours(value)}
          />
          <TextInput
            label={t('share.note')}
            placeholder={t('share.note-hint')}
            maxLength={200}
            flex={1}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Group>
        {made.error && <ErrorNote error={made.error} />}
        <Group justify="end">
          <Button type="submit" loading={made.isPending}>
            {t('share.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
