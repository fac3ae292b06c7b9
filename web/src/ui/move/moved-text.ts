import type { Moved } from '@milepost/contract/moved';
import type { TFunction } from 'i18next';
import { formatDay } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';

/** When a vehicle moved, and where to for whoever sees that organisation. */
export const movedText = (t: TFunction, { at, to }: Moved): string =>
  to === null
    ? t('move.moved-on', { when: formatDay(at) })
    : t('move.moved-to', { organisation: isolate(to), when: formatDay(at) });

/** What a vehicle is called among others: one that moved stands beside the one that it goes on as, with the same registration. */
export const nameAmongOthers = (t: TFunction, { registration, moved }: { registration: string; moved: Moved | null }) =>
  moved === null ? registration : `${registration} · ${movedText(t, moved)}`;
