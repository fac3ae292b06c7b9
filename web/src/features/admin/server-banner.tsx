import type { ServerNotice } from '@milepost/contract/server-operations';
import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localStore } from '../../api/local-store.ts';
import { formatNumber } from '../../text/format.ts';
import { wantPageTexts } from '../../text/i18n.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { NewsAlert } from './news.tsx';
import { noticeText, noticeType } from './server-notices.tsx';

/** Whoever closed the banner about missing backups knows of it; Administration › Server goes on showing it. */
const CLOSED_KEY = 'no-backup-closed-at';
const CLOSED_MS = 90 * 86_400_000;

function wasClosed(): boolean {
  try {
    return Date.now() - Number(localStore.getItem(CLOSED_KEY) ?? 0) < CLOSED_MS;
  } catch {
    return false;
  }
}

function rememberClosed(): void {
  try {
    localStore.setItem(CLOSED_KEY, String(Date.now()));
  } catch {
    // Without storage it is closed until the page is loaded again.
  }
}

interface Props {
  rows: readonly ServerNotice[];
  /** The version of which the news are not closed yet. */
  updatedTo: string | null;
}

/** The most severe problem of the server in words with a link to all of them, and that it was updated. */
export default function ServerBanner({ rows, updatedTo }: Props) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // The live map loads only its own texts.
    wantPageTexts().then(
      () => setReady(true),
      () => {},
    );
  }, []);
  if (!ready) return null;
  return (
    <>
      <Worst rows={rows} />
      {updatedTo !== null && <NewsAlert version={updatedTo} radius={0} />}
    </>
  );
}

function Worst({ rows }: Pick<Props, 'rows'>) {
  const { t } = useTranslation();
  const [closed, setClosed] = useState('');
  const shown = rows.filter(({ kind }) => kind !== 'no-backup' || !wasClosed());
  const first = shown.find((row) => noticeType(row) === 'danger') ?? shown[0];
  if (first === undefined) return null;
  const text = noticeText(t, first);
  const key = `${text} ${shown.length}`;
  if (closed === key) return null;
  const close = ({ kind }: ServerNotice, closing: string) => {
    if (kind === 'no-backup') rememberClosed();
    setClosed(closing);
  };
  return (
    <Alert type={noticeType(first)} radius={0} py={8} onClose={() => close(first, key)}>
      {text}{' '}
      <Anchor component={Link} to="/admin/server" inherit>
        {shown.length > 1
          ? t('server-notices.more', { count: shown.length - 1, number: formatNumber(shown.length - 1) })
          : t('server-notices.open')}
      </Anchor>
    </Alert>
  );
}
