import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconBellOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { Ago } from '../ago.tsx';
import { Alert } from '../alert/alert.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { errorText } from '../error-text.ts';
import { notify, notifyError, notifyFault } from '../toast/notify.ts';
import { browserOf } from '../user-agent.ts';
import { ownEndpoint, pushObstacle, subscribePush, unsubscribePush } from './push-subscription.ts';
import { faultText } from '../../text/fault-text.ts';
import { FaultDetail } from '../fault-detail.tsx';

type Browser = CallOutput<'get-push-browsers'>['rows'][number];

/** The browsers that show the person's alarms while no page is open; this one can be added and removed. */
export function PushBrowsers() {
  const { t } = useTranslation();
  const query = useCall('get-push-browsers', {});
  const own = useQuery({ queryKey: ['own-push-endpoint'], queryFn: ownEndpoint, staleTime: 0 });
  const obstacle = pushObstacle();
  const reload = () => {
    refresh('get-push-browsers');
    void own.refetch();
  };
  const add = useMutation({
    mutationFn: (publicKey: string) => subscribePush(publicKey),
    onSuccess: (granted) => {
      if (!granted) notifyFault(t('push.refused'));
      reload();
    },
    onError: (error) => notifyFault(t('push.failed', { message: errorText(t, error) })),
  });
  const remove = useMutation({
    mutationFn: async ({ id, endpoint }: Browser) => {
      if (endpoint === own.data) await unsubscribePush();
      await call('delete-push-browser', { id });
    },
    onError: (error) => notifyError(t, error),
    onSettled: reload,
  });
  const test = useMutation({
    mutationFn: ({ id }: Browser) => call('test-push-browser', { id }),
    onSuccess: () => notify(t('push.test-sent')),
    onError: (error) => notifyError(t, error),
  });
  const { data } = query;
  const here = data?.rows.some(({ endpoint }) => endpoint === own.data) ?? false;
  return (
    <Stack gap="sm">
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {data?.rows.map((browser) => (
        <Group key={browser.id} justify="space-between" wrap="nowrap" gap="sm" align="start">
          <div>
            <Text size="sm" fw={600}>
              {browserOf(browser.userAgent)}
              {browser.endpoint === own.data && ` · ${t('push.this')}`}
            </Text>
            <Text size="sm" c="dimmed">
              {t('push.last')} <Ago at={browser.lastToldAt} never={t('push.never')} />
            </Text>
            {browser.fault !== null && (
              <>
                <Group gap={4} c="var(--status-idle)" wrap="nowrap">
                  <IconAlertTriangle size={14} aria-hidden />
                  <Text size="sm">{t('push.fault', { fault: faultText(browser.fault) })}</Text>
                </Group>
                <FaultDetail fault={browser.fault} />
              </>
            )}
          </div>
          <Group gap={4} wrap="nowrap">
            <Button size="compact-sm" variant="default" loading={test.isPending} onClick={() => test.mutate(browser)}>
              {t('push.test')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => remove.mutate(browser)}>
              {t('push.remove')}
            </Button>
          </Group>
        </Group>
      ))}
      {data?.rows.length === 0 && (
        <Group gap={8} c="dimmed">
          <IconBellOff size={18} stroke={1.6} aria-hidden />
          <Text size="sm">{t('push.none')}</Text>
        </Group>
      )}
      {obstacle !== null && <Alert dismissible={false}>{t(`push.${obstacle}`)}</Alert>}
      {data && obstacle === null && !here && (
        <Group>
          <Button
            variant="light"
            leftSection={<IconBell size={16} aria-hidden />}
            loading={add.isPending}
            onClick={() => add.mutate(data.publicKey)}
          >
            {t('push.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
