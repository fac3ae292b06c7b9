import type { AlarmRule } from '@milepost/contract/alarm-rule-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { andOwnRule, type Scope } from '../scope.ts';
import { ruleColumns, RULE_TABLES, type RuleRow, toRule } from './rule-rows.ts';

const SORTS = {
  name: 'lower(r.name)',
  kind: `r.condition->>'kind'`,
  severity: `array_position('{critical,major,minor,warning}'::text[], r.severity)`,
  lastAlarmAt: '(SELECT max(a.started_at) FROM alarms a WHERE a.rule_id = r.id)',
};

export async function listAlarmRules(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { enabled?: boolean | undefined },
): Promise<Page<AlarmRule>> {
  const where = `r.organisation_id = ANY($1) AND r.deleted_at IS NULL${andOwnRule(scope, 'r')} AND ($2::boolean IS NULL OR r.enabled = $2)
    AND ${everyWordIn('$3', 'r.name', "r.condition->>'kind'", 'o.name')}`;
  const values = [scope.organisationIds, request.enabled ?? null, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<RuleRow>(
      `SELECT ${ruleColumns(scope)} FROM ${RULE_TABLES} WHERE ${where} ${pageSql(request, SORTS, 'r.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${RULE_TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toRule), total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope or removed */
export async function getAlarmRule(db: Queryable, scope: Scope, id: number): Promise<AlarmRule> {
  const { rows } = await db.query<RuleRow>(
    `SELECT ${ruleColumns(scope)} FROM ${RULE_TABLES}
     WHERE r.id = $2 AND r.organisation_id = ANY($1) AND r.deleted_at IS NULL${andOwnRule(scope, 'r')}`,
    [scope.organisationIds, id],
  );
  if (!rows[0]) throw noRule();
  return toRule(rows[0]);
}

export function noRule(): AppError {
  return new AppError('not-found', 'no-rule');
}
