import type { RunLink } from '@milepost/contract/run-link-operations';
import { Button, CopyButton, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useLinkTo, useMay } from '../../api/setup.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { formatDayAndClock } from '../../text/format.ts';
import { CutNote } from '../cut-note.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { NoLinkBase } from '../no-link-base.tsx';

interface Props {
  runId: number;
  /** The name of the run in the text that is sent with the link. */
  title: string;
  /** The stops whose customers can get a link. */
  stops: readonly { id: number; name: string }[];
}

/** The token is after the hash, so that it appears in no log of a proxy. */
const pathOf = (token: string, isCustomers: boolean) => `/${isCustomers ? 'delivery' : 'drive'}#${token}`;

/** Makes links for the driver and for customers of a run, and lists the valid ones. */
export function RunLinks({ runId, title, stops }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayMake = useMay('routes', 'edit');
  const linkTo = useLinkTo();
  const [outletId, setOutletId] = useState<number | null>(null);
  const query = useCall('get-run-link-list', { runId });
  const refresh = () => client.invalidateQueries({ queryKey: callKey('get-run-link-list') });
  const make = useMutation({
    mutationFn: (of: number | null) => call('create-run-link', { runId, outletId: of }),
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (id: number) => call('revoke-run-link', { id }),
    // If the newly made link was ended, it is no longer shown.
    onSuccess: (_, id) => {
      if (id === make.data?.link.id) make.reset();
    },
    onSettled: refresh,
  });
  const rows = query.data?.rows ?? [];
  const error = query.error ?? make.error ?? revoke.error;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('run-links.text')}
      </Text>
      {error && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {mayMake && linkTo === null && <NoLinkBase />}
      {mayMake && linkTo !== null && (
        <Group gap="sm" align="end">
          <Button
            variant="default"
            loading={make.isPending && make.variables === null}
            onClick={() => make.mutate(null)}
          >
            {t('run-links.for-driver')}
          </Button>
          <Select
            label={t('run-links.stop')}
            searchable
            clearable
            flex={1}
            miw={160}
            data={stops.map(({ id, name }) => ({ value: id, label: name }))}
            value={outletId}
            onChange={setOutletId}
          />
          <Button
            variant="default"
            disabled={outletId === null}
            loading={make.isPending && make.variables !== null}
            onClick={() => outletId !== null && make.mutate(outletId)}
          >
            {t('run-links.for-customer')}
          </Button>
        </Group>
      )}
      {make.data && linkTo !== null && (
        <MadeLink
          key={make.data.link.id}
          link={make.data.link}
          url={linkTo(pathOf(make.data.token, make.data.link.outlet !== null))}
          title={title}
        />
      )}
      {rows.map((link) => (
        <Group key={link.id} justify="space-between" wrap="nowrap" gap="sm">
          <div>
            <Text size="sm" fw={600}>
              {recipientText(t('run-links.driver'), link)}
            </Text>
            <Text size="xs" c="dimmed">
              {[
                t('share.until', { time: formatDayAndClock(link.expiresAt) }),
                link.createdBy,
                link.lastUsedAt === null
                  ? t('share.never-used')
                  : t('share.last-used', { time: formatDayAndClock(link.lastUsedAt) }),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </Text>
          </div>
          {mayMake && (
            <Button
              variant="default"
              size="xs"
              flex="none"
              loading={revoke.isPending && revoke.variables === link.id}
              onClick={() => revoke.mutate(link.id)}
            >
              {t('share.end')}
            </Button>
          )}
        </Group>
      ))}
      <CutNote shown={rows.length} total={query.data?.total} />
    </Stack>
  );
}

const recipientText = (driver: string, { outlet }: RunLink) => outlet?.name ?? driver;

/** The new link, which is shown only once, to be copied or shared by an app of this phone. */
function MadeLink({ link, url, title }: { link: RunLink; url: string; title: string }) {
  const { t } = useTranslation();
  const recipient = recipientText(t('run-links.driver'), link);
  const canShare = typeof navigator.share === 'function';
  return (
    <Stack gap={4}>
      <Text size="sm">{t('run-links.made', { whose: recipient, time: formatDayAndClock(link.expiresAt) })}</Text>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t('run-links.link')}
          value={url}
          readOnly
          dir="ltr"
          flex={1}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {t(copied ? 'share.copied' : 'share.copy')}
            </Button>
          )}
        </CopyButton>
        {canShare && (
          <Button
            variant="default"
            leftSection={<IconShare size={16} aria-hidden />}
            // Closing the share sheet rejects, which is not an error.
            onClick={() => void navigator.share({ title: `${title} · ${recipient}`, url }).catch(() => {})}
          >
            {t('run-links.send')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('share.only-once')}
      </Text>
    </Stack>
  );
}
