import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { pauseUpdates } from '../../live/live-client.ts';
import { notify } from '../../ui/toast/notify.ts';
import { composeUrl, readWebmail, receiverOf } from './mail-links.ts';
import { useSettings } from './settings.ts';
import { countScreen } from './usage.ts';

/** Applies the effects of the right panel's switches while the shell is shown. */
export function usePanelEffects(): void {
  const settings = useSettings();
  const { pathname } = useLocation();
  const { t } = useTranslation();

  useEffect(() => {
    if (settings['report-usage']) countScreen(pathname);
  }, [pathname, settings]);

  useEffect(() => pauseUpdates(!settings['auto-updates']), [settings]);

  const redirect = settings['email-redirect'];
  useEffect(() => {
    if (!redirect) return undefined;
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a[href^="mailto:"]') : null;
      const to = receiverOf(link?.getAttribute('href') ?? '');
      if (to === null) return;
      event.preventDefault();
      const url = composeUrl(readWebmail(), to);
      if (url !== null) {
        open(url, '_blank', 'noopener');
        return;
      }
      void navigator.clipboard.writeText(to);
      notify(t('panel.address-copied', { address: to }));
    }
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [redirect, t]);
}
