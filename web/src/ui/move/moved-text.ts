import type { Moved } from '@milepost/contract/moved';
import type { TFunction } from 'i18next';
import { formatDay } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';

/** The text that a vehicle moved: when it did, and the new organisation for people who may see that organisation. */
export const movedText = (t: TFunction, { at, to }: Moved): string =>
  to === null
    ? t('move.moved-on', { when: formatDay(at) })
    : t('move.moved-to', { organisation: isolate(to), when: formatDay(at) });

/** The name of a vehicle in a list: a moved one is listed beside its successor, which has the same registration. */
export const nameAmongOthers = (t: TFunction, { registration, moved }: { registration: string; moved: Moved | null }) =>
  moved === null ? registration : `${registration} · ${movedText(t, moved)}`;
