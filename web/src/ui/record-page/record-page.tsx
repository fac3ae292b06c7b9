import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { PageNote } from '../page-note.tsx';
import classes from './record-page.module.css';

interface Props<Data> {
  /** 0 if the address contains none. */
  id: number;
  query: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** The prefix of its texts, such as `driver-info`: `not-found.title`, `.text` and `.back` are read from there. */
  texts: string;
  /** The path of the list that contains it. */
  list: string;
  nameOf: (data: Data) => string;
  children: (data: Data) => ReactNode;
}

/**
 * The page of one record: waits for it, shows a message if it does not exist or could not be read, and sets the
 * window's title to its name.
 */
export function RecordPage<Data>({ id, query, texts, list, nameOf, children }: Props<Data>) {
  const { t } = useTranslation();
  const { data, error } = query;
  if (id === 0 || (error instanceof CallError && error.status === 404)) {
    return (
      <PageNote
        title={t(`${texts}.not-found.title`)}
        text={t(`${texts}.not-found.text`)}
        back={{ path: list, label: t(`${texts}.not-found.back`) }}
      />
    );
  }
  return (
    <div className={classes['page']} aria-busy={data === undefined && !error}>
      {data !== undefined ? (
        <>
          <title>{`${nameOf(data)} · ${t('app.name')}`}</title>
          {children(data)}
        </>
      ) : error ? (
        <ErrorNote error={error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Skeleton height={40} />
          <Skeleton height={320} />
        </>
      )}
    </div>
  );
}
