import type { MenuKey } from '@milepost/contract/rights';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../api/setup.ts';
import { PageNote } from '../../ui/page-note.tsx';

/**
 * Shows a screen to people with the permission for its menu, or for one of several; shows a plain message to everybody
 * else.
 */
export function Gate({ menu, children }: { menu: MenuKey | readonly MenuKey[]; children: ReactNode }) {
  const setup = useSetup();
  const denied = setup.data && [menu].flat().every((one) => setup.data.permissions[one]?.view !== true);
  return denied ? <Denied onAskAnew={() => void setup.refetch()} /> : children;
}

/** The role may have changed since the permission was requested. */
function Denied({ onAskAnew }: { onAskAnew: () => void }) {
  const { t } = useTranslation();
  const recheck = useEffectEvent(onAskAnew);
  useEffect(() => recheck(), []);
  return <PageNote title={t('shell.no-access.title')} text={t('shell.no-access.text')} />;
}
