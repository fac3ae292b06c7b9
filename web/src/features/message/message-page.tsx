import { MAX_ANSWER_LENGTH } from '@milepost/contract/driver-message-operations';
import { Button, Textarea } from '@mantine/core';
import { IconCheck, IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '../../api/call.ts';
import { useFormatRevision } from '../../api/language.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { formatDateTimeWithoutSeconds } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { showAsSystem } from '../../ui/appearance/first-appearance.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { LinkLanguage } from '../../ui/link-language.tsx';
import { HtmlView } from '../../ui/rich-text/html-view.tsx';
import { Mark } from '../../ui/mark.tsx';
import classes from './message.module.css';

/** A message to a driver without an account: to read, to confirm and to answer in a few words. */
export default function MessagePage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const token = (useLocation().hash.slice(1) || 'none').slice(0, 100);
  const query = useCall('get-driver-message', { token }, { staleTime: 0, gcTime: 0, retry: false });
  const formatRevision = useFormatRevision();
  const [answer, setAnswer] = useState('');
  const sending = useMutation({
    mutationFn: (text: string) => call('answer-driver-message', { token, answer: text }),
    onSuccess(shown) {
      setAnswer('');
      client.setQueryData(callKey('get-driver-message', { token }), shown);
    },
  });
  const { data, error } = query;
  const message = data?.message ?? null;
  useEffect(() => showAsSystem(), []);
  return (
    <main className={classes['page']}>
      <title>{`${message?.subject ?? t('driver-message.title')} · ${t('app.name')}`}</title>
      <header className={classes['top']}>
        <Mark size={24} />
        <b>{message?.organisation ?? t('app.name')}</b>
        <LinkLanguage aria-label={t('drive.language')} size="md" w={120} timeZone={message?.timeZone} />
      </header>
      {error && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {data?.ended && (
        <Alert type="warning" dismissible={false} title={t(`share.ended.${data.ended}`)}>
          {t('driver-message.ended-text')}
        </Alert>
      )}
      {!data && !error && (
        <p className={classes['wait']} role="status">
          {t('app.please-wait')}
        </p>
      )}
      {message && (
        <article key={formatRevision} className={classes['message']}>
          <h1>{message.subject}</h1>
          <p className={classes['from']}>
            {message.from} · {formatDateTimeWithoutSeconds(message.at)}
          </p>
          <HtmlView html={message.html} />
          {message.answer !== null && (
            <Alert type="success" dismissible={false} title={t('driver-message.answered')}>
              {message.answer}
            </Alert>
          )}
          {sending.error && <ErrorNote error={sending.error} onRetry={() => sending.reset()} />}
          <p role="status" className={classes['read']}>
            {message.readAt !== null && (
              <>
                <IconCheck size={18} aria-hidden />{' '}
                {t('driver-message.read-at', { time: formatDateTimeWithoutSeconds(message.readAt) })}
              </>
            )}
          </p>
          {message.readAt === null && (
            <Button
              size="lg"
              fullWidth
              leftSection={<IconCheck size={20} aria-hidden />}
              loading={sending.isPending && sending.variables === ''}
              onClick={() => sending.mutate('')}
            >
              {t('driver-message.have-read')}
            </Button>
          )}
          <Textarea
            label={t('driver-message.answer')}
            size="md"
            autosize
            minRows={2}
            maxLength={MAX_ANSWER_LENGTH}
            value={answer}
            onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
          />
          <Button
            size="md"
            variant="default"
            fullWidth
            disabled={answer.trim() === ''}
            leftSection={<IconSend size={18} aria-hidden />}
            loading={sending.isPending && sending.variables !== ''}
            onClick={() => sending.mutate(answer.trim())}
          >
            {t('driver-message.send')}
          </Button>
        </article>
      )}
    </main>
  );
}
