import type { DueItem, DueKind } from '@milepost/contract/due-routes';
import { recordPath } from '@milepost/contract/record-kinds';
import { type Icon, IconFileCertificate } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { daysText } from '../../text/days-text.ts';
import classes from './due-list.module.css';

interface DueWords<Item extends DueItem> {
  Icon: Icon;
  what: (t: TFunction, item: Item) => string;
}

/** How each kind that can be due is shown. */
const WORDS: { [Kind in DueKind]: DueWords<Extract<DueItem, { kind: Kind }>> } = {
  document: { Icon: IconFileCertificate, what: (t, { about }) => t(`documents.kind.${about}`) },
};

/** Nearer than this it stands out. */
const SOON_DAYS = 7;

/** What is due, each a link to it. */
export function DueList({ rows }: { rows: readonly DueItem[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes['list']}>
      {rows.map((item) => {
        const { Icon: KindIcon, what } = WORDS[item.kind];
        const { id, kind, holderName, daysLeft } = item;
        return (
          <li key={`${kind}-${id}`}>
            <Link
              to={`/${recordPath(kind, id)}`}
              data-over={daysLeft < 0 || undefined}
              data-soon={(daysLeft >= 0 && daysLeft <= SOON_DAYS) || undefined}
            >
              <KindIcon size={16} stroke={1.6} aria-hidden />
              <span className={classes['what']}>
                {what(t, item)} <small>{holderName}</small>
              </span>
              <span className={classes['when']}>{daysText(daysLeft)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
