import { Anchor, Center, Loader } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSetup } from '../../../api/setup.ts';
import { NoticeHost } from '../../../ui/notice/notice-host.tsx';
import { useCurrentMenu } from '../../../ui/menu/use-current-menu.ts';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const Wall = lazyPart(() => import('./wall.tsx'));

/** The wall board of an operations room, in its own tab. */
export default function AlarmMonitorPage() {
  const { t } = useTranslation();
  const setup = useSetup();
  useCurrentMenu();
  const may = setup.data?.permissions['alarm-monitor']?.view === true;
  return (
    <>
      <title>{`${t('alarms.wall.title')} · ${t('app.name')}`}</title>
      <NoticeHost />
      {may ? (
        <Suspense
          fallback={
            <Center mih="100%">
              <Loader aria-label={t('app.please-wait')} />
            </Center>
          }
        >
          <Wall />
        </Suspense>
      ) : (
        <Center mih="100%" p="lg">
          {setup.error !== null ? (
            <ErrorNote error={setup.error} onRetry={() => void setup.refetch()} />
          ) : (
            !setup.isPending && (
              <EmptyNote title={t('alarms.wall.denied')} text={t('alarms.wall.denied-text')}>
                <Anchor component={Link} to="/">
                  {t('alarms.wall.home')}
                </Anchor>
              </EmptyNote>
            )
          )}
        </Center>
      )}
    </>
  );
}
