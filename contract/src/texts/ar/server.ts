import type { ServerTexts } from '../texts-like.ts';
import controls from './controls.json' with { type: 'json' };
import devices from './devices.json' with { type: 'json' };
import fleet from './fleet.json' with { type: 'json' };
import imports from './imports.json' with { type: 'json' };
import kinds from './kinds.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import units from './units.json' with { type: 'json' };
import upkeep from './upkeep.json' with { type: 'json' };
import { CONDITIONS } from './conditions.ts';
import { MESSAGES } from './messages.ts';

/** The texts of the server: messages, mails and reports, and names that it shares with the screens. */
export const texts = {
  messages: MESSAGES,
  conditions: CONDITIONS,
  reports,
  units,
  imports,
  importLabels: { field: controls.import.field, 'field-of': controls.import['field-of'] },
  names: {
    deviceCodes: kinds.alarm,
    records: kinds['record-kind'],
    auditSubjects: kinds['audit-subject'],
    vehicleTypes: kinds['vehicle-type'],
    documents: fleet.documents.kind,
    expenses: upkeep.expenses.kind,
    sensors: devices.sensors.kind,
  },
} satisfies ServerTexts;
