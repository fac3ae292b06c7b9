import type { DueItem, DueKind } from '@milepost/contract/due-routes';
import { recordPath } from '@milepost/contract/record-kinds';
import { type Icon, IconFileCertificate, IconReceipt } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { daysText } from '../../text/days-text.ts';
import classes from './due-list.module.css';

const ICONS: Record<DueKind, Icon> = { document: IconFileCertificate, subscription: IconReceipt };

/** What it is that is due. */
function whatIs(t: TFunction, item: DueItem): string {
  switch (item.kind) {
    case 'document':
      return t(`documents.kind.${item.about}`);
    case 'subscription':
      return `${t('record-kind.subscription')} · ${item.about}`;
  }
}

/** Nearer than this it stands out. */
const SOON_DAYS = 7;

/** What is due, each a link to it. */
export function DueList({ rows }: { rows: readonly DueItem[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes['list']}>
      {rows.map((item) => {
        const { id, kind, holderName, daysLeft } = item;
        const KindIcon = ICONS[kind];
        return (
          <li key={`${kind}-${id}`}>
            <Link
              to={`/${recordPath(kind, id)}`}
              data-over={daysLeft < 0 || undefined}
              data-soon={(daysLeft >= 0 && daysLeft <= SOON_DAYS) || undefined}
            >
              <KindIcon size={16} stroke={1.6} aria-hidden />
              <span className={classes['what']}>
                {whatIs(t, item)} <small>{holderName}</small>
              </span>
              <span className={classes['when']}>{daysText(daysLeft)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
