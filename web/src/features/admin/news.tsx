import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { isolate } from '../../text/isolate.ts';
import { Alert } from '../../ui/alert/alert.tsx';

/** Part of the address of Administration › Server while what is new is shown. */
export const NEWS_HASH = '#news';

/** Shows that the server was updated to this version to the person no more; again with the next page if it fails. */
export function closeNews(version: string): void {
  call('close-news', { release: version }).then(
    () => refresh('get-server-notices'),
    () => {},
  );
}

/** Says once to each operator that the server was updated. Whoever closes it, or has read what is new, sees it no more. */
export function NewsAlert({ version, radius }: { version: string; radius?: number }) {
  const { t } = useTranslation();
  return (
    <Alert type="info" onClose={() => closeNews(version)} {...(radius !== undefined && { radius, py: 8 })}>
      {t('news.updated', { version: isolate(version) })}{' '}
      <Anchor component={Link} to={`/admin/server${NEWS_HASH}`} inherit>
        {t('news.title')}
      </Anchor>
    </Alert>
  );
}
