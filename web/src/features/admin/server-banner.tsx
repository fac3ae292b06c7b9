import type { ServerNotice } from '@milepost/contract/server-operations';
import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../text/format.ts';
import { wantPageTexts } from '../../text/i18n.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { noticeText, noticeType } from './server-notices.tsx';

/** The most severe problem of the server in words, and a link to all of them. */
export default function ServerBanner({ rows }: { rows: readonly ServerNotice[] }) {
  const { t } = useTranslation();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // The live map loads only its own texts.
    wantPageTexts().then(
      () => setReady(true),
      () => {},
    );
  }, []);
  const [closed, setClosed] = useState('');
  const first = rows.find((row) => noticeType(row) === 'danger') ?? rows[0];
  if (!ready || first === undefined) return null;
  const text = noticeText(t, first);
  const key = `${text} ${rows.length}`;
  if (closed === key) return null;
  return (
    <Alert type={noticeType(first)} radius={0} py={8} onClose={() => setClosed(key)}>
      {text}{' '}
      <Anchor component={Link} to="/admin/server" inherit>
        {rows.length > 1
          ? t('server-notices.more', { count: rows.length - 1, number: formatNumber(rows.length - 1) })
          : t('server-notices.open')}
      </Anchor>
    </Alert>
  );
}
