import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { closeNews, NEWS_HASH } from '../news.tsx';

const WhatsNew = lazyPart(() => import('./whats-new.tsx'));

/** Opens what is new in this version, which the address says. */
export function NewsButton() {
  const { t } = useTranslation();
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const opened = hash === NEWS_HASH;
  // It stays while it closes.
  const [isLoaded, setLoaded] = useState(opened);
  if (opened && !isLoaded) setLoaded(true);
  const updatedTo = useCall('get-server-notices', {}).data?.updatedTo ?? null;
  const close = () => {
    void navigate({ search }, { replace: true });
    if (updatedTo !== null) closeNews(updatedTo);
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => void navigate({ search, hash: NEWS_HASH })}>
        {t('news.title')}
      </Button>
      {isLoaded && (
        <Suspense>
          <WhatsNew opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
