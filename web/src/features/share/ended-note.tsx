import type { LinkEnd } from '@milepost/contract/public-link';
import { IconLinkOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyNote } from '../../ui/empty-note.tsx';
import classes from './share.module.css';

/** The reason why the link shows nothing any more. */
export function EndedNote({ reason }: { reason: LinkEnd }) {
  const { t } = useTranslation();
  return (
    <div className={classes['ended']} role="alert">
      <EmptyNote
        icon={<IconLinkOff size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
        title={t(`share.ended.${reason}`)}
        text={t('share.ended.text')}
      />
    </div>
  );
}
