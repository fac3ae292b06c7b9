import { AUDIT_SUBJECTS } from '@milepost/contract/audit-subjects';
import { defineReport } from '../../report.ts';
import { AUDIT_SUBJECT_WORDS } from '../../../texts/names.ts';
import { inEach } from '../../../texts/server-texts.ts';

/** Subjects have the same names as in the log itself. */
const texts = inEach(({ reports }, language) => {
  const { audit } = reports.kinds;
  const subject = { ...audit.choices.subject, ...AUDIT_SUBJECT_WORDS[language] };
  return { ...audit, choices: { ...audit.choices, subject } };
});

/** Changes and their authors, from the audit log. */
export const auditReport = defineReport({
  purpose: 'people',
  menus: ['audit-log'],
  lists: ['audit-log'],
  forLimited: false,
  range: 'last-7',
  ever: true,
  searched: true,
  facts: false,
  columns: [
    { key: 'at', kind: 'moment', known: true },
    { key: 'user', kind: 'text' },
    { key: 'subject', kind: 'choice', choices: AUDIT_SUBJECTS },
    { key: 'name', kind: 'text' },
    { key: 'id', kind: 'text', optional: true },
    { key: 'action', kind: 'choice', choices: Object.keys(texts.en.choices.action) },
    { key: 'fields', kind: 'text', optional: true },
    { key: 'address', kind: 'text', optional: true },
    { key: 'before', kind: 'text', optional: true },
    { key: 'after', kind: 'text', optional: true },
  ],
  own: [
    { key: 'subject', kind: 'choice', value: 'all', choices: ['all', ...AUDIT_SUBJECTS] },
    { key: 'subjectId', kind: 'text', value: '' },
  ],
  time: 'at',
  sort: 'at',
  direction: 'desc',
  source: ({ from, to, organisation, choice, text, searched }) => `
    SELECT a.id AS row_id, a.at, a.username AS "user", a.subject, a.subject_name AS name, a.action, a.address,
           a.subject_id AS id, a.before::text AS before, a.after::text AS after,
           (SELECT string_agg(field, ', ' ORDER BY field)
              FROM jsonb_object_keys(coalesce(a.after, a.before, '{}')) field) AS fields,
           '/admin/audit-log?subject=' || a.subject || '&id=' || a.subject_id AS path
    FROM audit_log a
    WHERE a.at >= ${from} AND a.at < ${to} AND ${organisation('a.organisation_id')}
      AND ${choice('subject')} IN ('all', a.subject) AND ${text('subjectId')} IN ('', a.subject_id)
      ${searched('a.username', 'a.address', 'a.subject', 'a.subject_name', 'a.action', 'a.before::text', 'a.after::text')}`,
  chart: { by: 'day', column: null },
  opens: 'path',
  texts,
});
