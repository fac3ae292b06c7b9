import type { ServerTexts } from '../texts-like.ts';
import imports from './imports.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import units from './units.json' with { type: 'json' };
import { texts as screens } from './screens.ts';
import { CONDITIONS } from './conditions.ts';
import { MESSAGES } from './messages.ts';

/** The texts of the server: messages, mails and reports, and names that it shares with the screens. */
export const texts = {
  messages: MESSAGES,
  conditions: CONDITIONS,
  reports,
  units,
  imports,
  importLabels: { field: screens.import.field, 'field-of': screens.import['field-of'] },
  names: {
    deviceCodes: screens.alarm,
    records: screens['record-kind'],
    auditSubjects: screens['audit-subject'],
    vehicleTypes: screens['vehicle-type'],
    documents: screens.documents.kind,
    expenses: screens.expenses.kind,
    sensors: screens.sensors.kind,
  },
} satisfies ServerTexts;
