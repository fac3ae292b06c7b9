import { calendarPath } from '@milepost/contract/calendar-path';
import type { CalendarEntry } from '@milepost/contract/calendar-operations';
import { isDocumentKind } from '@milepost/contract/document-kinds';
import { isExpenseKind } from '@milepost/contract/expense-kinds';
import type { Language } from '@milepost/contract/languages';
import { DOCUMENT_KIND_WORDS, EXPENSE_KIND_WORDS } from '../texts/names.ts';
import { inLanguage, textFor } from '../texts/text.ts';
import type { IcalEvent } from './ical.ts';

interface EventOptions {
  language: Language;
  /** Part of every UID, which must be unique to this server. */
  host: string;
  /** The base of links; null when it is not configured. */
  publicUrl: string | null;
}

/** Converts an entry of the calendar for other calendars. */
export function toEvent(entry: CalendarEntry, { language, host, publicUrl }: EventOptions): IcalEvent {
  const { kind, id, day, from, to, of } = entry;
  return {
    // Each occurrence of a recurring entry is an event of its own.
    uid: `${kind}-${id}${kind === 'recurring' ? `-${day}` : ''}@${host}`,
    at: from === null ? { day } : { from: new Date(from), to: to === null ? null : new Date(to) },
    summary: summaryOf(entry, language),
    description: kind === 'task' ? of : '',
    url: publicUrl === null ? null : `${publicUrl}/${calendarPath(entry)}`,
    category: inLanguage(language, textFor(`calendar-${kind}`)),
  };
}

function summaryOf({ kind, about, of, done }: CalendarEntry, language: Language): string {
  const mark = done ? '✓ ' : '';
  switch (kind) {
    case 'task':
      return `${mark}${about}`;
    case 'assignment':
      return `${of}: ${about}`;
    case 'service':
    case 'work-order':
      return `${mark}${about}: ${of}`;
    case 'recurring': {
      const expense = isExpenseKind(about) ? EXPENSE_KIND_WORDS[language][about] : about;
      return of === '' ? expense : `${expense}: ${of}`;
    }
    case 'document': {
      const document = isDocumentKind(about) ? DOCUMENT_KIND_WORDS[language][about] : about;
      return inLanguage(language, textFor('document-last-day', { document, holder: of }));
    }
  }
}
