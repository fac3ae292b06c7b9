import type { CalendarKind } from '@milepost/contract/calendar-kinds';
import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useLinkTo } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Alert } from '../../../ui/alert/alert.tsx';
import { CopyBlock } from '../../../ui/copy-block.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { NoLinkBase } from '../../../ui/no-link-base.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { notify } from '../../../ui/toast/notify.ts';

interface Props {
  opened: boolean;
  /** The kinds that the person may view. */
  kinds: readonly CalendarKind[];
  onClose: () => void;
}

/** The secret link by which another calendar shows this one: made, shown once, and revoked. */
export function FeedDialog({ opened, kinds, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly CalendarKind[]>(kinds);
  const [made, setMade] = useState<string | null>(null);
  const linkTo = useLinkTo();
  const { data, error, refetch } = useCall('get-calendar-feed', {}, { enabled: opened });
  const making = useMutation({
    mutationFn: () => call('make-calendar-feed', { kinds: [...chosen] }),
    onSuccess({ token }) {
      refresh('get-calendar-feed');
      setMade(token);
    },
  });
  const ending = useMutation({
    mutationFn: () => call('end-calendar-feed', {}),
    onSuccess() {
      refresh('get-calendar-feed');
      setMade(null);
      notify(t('calendar.feed.ended'));
    },
  });
  function close() {
    setMade(null);
    onClose();
  }
  const failure = making.error ?? ending.error;
  const feed = data?.feed ?? null;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('calendar.feed.title')}
      // An accidental click outside of the dialog would lose the link forever.
      closeOnClickOutside={made === null}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('calendar.feed.text')}</Text>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {failure && <Alert type="danger">{errorText(t, failure)}</Alert>}
        {!data && !error && <Skeleton h={60} />}
        {linkTo === null && <NoLinkBase />}
        {made !== null && linkTo !== null && (
          <>
            <Alert type="warning">{t('calendar.feed.once')}</Alert>
            <CopyBlock value={linkTo(`/calendar/${made}.ics`)} label={t('calendar.feed.copy')} />
          </>
        )}
        {data && made === null && (
          <>
            <Text size="sm" c="dimmed">
              {feed === null ? t('calendar.feed.none') : t('calendar.feed.used')}{' '}
              {feed && <Ago at={feed.lastUsedAt} never={t('calendar.feed.never')} />}
            </Text>
            <Checkbox.Group
              label={t('calendar.kinds')}
              value={[...chosen]}
              onChange={(next) => setChosen(kinds.filter((kind) => next.includes(kind)))}
            >
              <Group gap="md" mt={6}>
                {kinds.map((kind) => (
                  <Checkbox key={kind} value={kind} label={t(`calendar.kind.${kind}`)} />
                ))}
              </Group>
            </Checkbox.Group>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {feed && (
            <Button variant="subtle" color="red" me="auto" loading={ending.isPending} onClick={() => ending.mutate()}>
              {t('calendar.feed.end')}
            </Button>
          )}
          {made === null ? (
            <Button
              disabled={chosen.length === 0 || !data || linkTo === null}
              loading={making.isPending}
              onClick={() => making.mutate()}
            >
              {t(feed ? 'calendar.feed.replace' : 'calendar.feed.make')}
            </Button>
          ) : (
            <Button onClick={close}>{t('form.close')}</Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
