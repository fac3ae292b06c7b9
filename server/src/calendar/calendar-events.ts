import type { CalendarEntry } from '@milepost/contract/calendar-routes';
import { isDocumentKind } from '@milepost/contract/document-kinds';
import { recordPath } from '@milepost/contract/record-kinds';
import { DOCUMENT_KIND_WORDS } from '../texts/document-kinds.ts';
import { inLanguage, type Language, said } from '../texts/text.ts';
import type { IcalEvent } from './ical.ts';

interface Telling {
  language: Language;
  /** Part of every UID: these are of this server alone. */
  host: string;
  /** Base of links; null where it is not known. */
  publicUrl: string | null;
}

/** An entry of the calendar as other calendars take it. */
export function toEvent(entry: CalendarEntry, { language, host, publicUrl }: Telling): IcalEvent {
  const { kind, id, day, from, to, of } = entry;
  return {
    uid: `${kind}-${id}@${host}`,
    at: from === null ? { day } : { from: new Date(from), to: to === null ? null : new Date(to) },
    summary: summaryOf(entry, language),
    description: kind === 'task' ? of : '',
    url: publicUrl === null ? null : `${publicUrl.replace(/\/+$/, '')}/${pathOf(entry)}`,
    category: inLanguage(language, said(`calendar-${kind}`)),
  };
}

function summaryOf({ kind, about, of, done }: CalendarEntry, language: Language): string {
  if (kind === 'task') return done ? `✓ ${about}` : about;
  if (kind === 'assignment') return `${of}: ${about}`;
  const document = isDocumentKind(about) ? DOCUMENT_KIND_WORDS[language][about] : about;
  return inLanguage(language, said('document-last-day', { document, holder: of }));
}

const pathOf = ({ kind, id, vehicleId }: CalendarEntry): string =>
  kind === 'assignment' ? `${recordPath('vehicle', vehicleId ?? id)}?tab=drivers` : recordPath(kind, id);
