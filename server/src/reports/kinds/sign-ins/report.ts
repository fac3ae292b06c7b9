import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Every attempt to sign in. Those with unknown names are shown only in the root organisation, as in the list. */
export const signInsReport = defineReport({
  purpose: 'people',
  menus: ['sessions'],
  forLimited: false,
  range: 'last-7',
  facts: false,
  columns: [
    { key: 'at', kind: 'moment', known: true },
    { key: 'user', kind: 'text' },
    { key: 'person', kind: 'text' },
    { key: 'result', kind: 'choice', choices: ['success', 'wrong-password', 'wrong-code', 'locked', 'disabled'] },
    { key: 'succeeded', kind: 'count', total: 'sum' },
    { key: 'failed', kind: 'count', total: 'sum' },
    { key: 'address', kind: 'text' },
    { key: 'browser', kind: 'text', optional: true },
  ],
  own: [{ key: 'show', kind: 'choice', value: 'all', choices: ['all', 'succeeded', 'failed'] }],
  time: 'at',
  sort: 'at',
  direction: 'desc',
  source: ({ scope, from, to, organisation, choice }) => `
    SELECT s.id AS row_id, s.at, s.username AS "user", u.display_name AS person, s.result, s.address,
           (s.result = 'success')::int AS succeeded, (s.result <> 'success')::int AS failed, s.user_agent AS browser,
           CASE WHEN u.id IS NOT NULL THEN '/admin/users?open=' || u.id END AS path
    FROM sign_ins s LEFT JOIN users u ON u.id = s.user_id
    WHERE s.at >= ${from} AND s.at < ${to}
      AND (${organisation('s.organisation_id')}${scope.root ? ' OR s.organisation_id IS NULL' : ''})
      AND ${choice('show')} IN ('all', CASE s.result WHEN 'success' THEN 'succeeded' ELSE 'failed' END)`,
  chart: { by: 'day', column: 'failed' },
  opens: 'path',
  texts: reportTexts('sign-ins'),
});
