import { Anchor, Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { isolate } from '../../text/isolate.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Alert } from '../../ui/alert/alert.tsx';

const WhatsNew = lazyPart(() => import('./whats-new.tsx'));

/** The panel with what is new, loaded when it is opened first. */
function useWhatsNew(onClose: () => void = () => {}) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const close = () => {
    setState('closed');
    onClose();
  };
  const panel = state !== 'never' && (
    <Suspense>
      <WhatsNew opened={state === 'open'} onClose={close} />
    </Suspense>
  );
  return { open: () => setState('open'), panel };
}

/** Opens what is new in this version. */
export function NewsButton() {
  const { t } = useTranslation();
  const { open, panel } = useWhatsNew();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {t('news.title')}
      </Button>
      {panel}
    </>
  );
}

/** Says once to each operator that the server was updated. Whoever closes it, or has read what is new, sees it no more. */
export function NewsAlert({ version, radius }: { version: string; radius?: number }) {
  const { t } = useTranslation();
  const close = () => {
    // Shown again with the next page if this fails.
    call('close-news', { version }).then(
      () => refresh('get-server-notices'),
      () => {},
    );
  };
  const { open, panel } = useWhatsNew(close);
  return (
    <>
      <Alert type="info" onClose={close} {...(radius !== undefined && { radius, py: 8 })}>
        {t('news.updated', { version: isolate(version) })}{' '}
        <Anchor component="button" type="button" inherit onClick={open}>
          {t('news.title')}
        </Anchor>
      </Alert>
      {panel}
    </>
  );
}
