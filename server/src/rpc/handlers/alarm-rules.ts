import { measureOf } from '../../alarm-kinds/alarm-kinds.ts';
import { requireGrant } from '../../auth/caller.ts';
import { dryRun } from '../../dry-run/dry-run.ts';
import { oneAtATime } from '../../dry-run/one-at-a-time.ts';
import { progressOf, withProgress } from '../../dry-run/progress.ts';
import {
  deleteAlarmRule,
  restoreAlarmRule,
  saveAlarmRule,
  setAlarmRuleEnabled,
} from '../../store/alarm-rules/change-alarm-rules.ts';
import { checkRule } from '../../store/alarm-rules/check-rule.ts';
import { getAlarmRule, listAlarmRules } from '../../store/alarm-rules/list-alarm-rules.ts';
import { ruleChoices, ruleTargets } from '../../store/alarm-rules/rule-choices.ts';
import { organisationOf } from '../../store/scope.ts';
import type { Handlers } from '../handler.ts';
import { publishTrackingChanges } from './publish-tracking.ts';

const DAY_MS = 86_400_000;
/** The number of alarms of a dry run that are listed; all are counted. */
const LISTED = 200;

export const alarmRuleHandlers = {
  'get-alarm-rule-list': (input, { services, caller }) => listAlarmRules(services.database, caller.scope, input),

  'get-alarm-rule-by-id': async ({ id }, { services, caller }) => ({
    rule: await getAlarmRule(services.database, caller.scope, id),
  }),

  'save-alarm-rule': async (input, context) => {
    const { services, caller, actor } = context;
    // A rule sends commands on nobody's behalf, so the person who saves it must be allowed to send them.
    if (input.command !== null) requireGrant(caller, 'commands', 'create');
    const changed = await saveAlarmRule(services.database, caller.scope, actor, input);
    publishTrackingChanges(context, [changed]);
    return { rule: await getAlarmRule(services.database, caller.scope, changed.id) };
  },

  'set-alarm-rule-enabled': async ({ id, enabled }, context) => {
    const { services, caller, actor } = context;
    publishTrackingChanges(context, [await setAlarmRuleEnabled(services.database, caller.scope, actor, id, enabled)]);
    return { rule: await getAlarmRule(services.database, caller.scope, id) };
  },

  'delete-alarm-rule': async ({ id }, context) => {
    const { services, caller, actor } = context;
    publishTrackingChanges(context, [await deleteAlarmRule(services.database, caller.scope, actor, id)]);
    return {};
  },

  'restore-alarm-rule': async ({ id }, context) => {
    const { services, caller, actor } = context;
    publishTrackingChanges(context, [await restoreAlarmRule(services.database, caller.scope, actor, id)]);
    return { rule: await getAlarmRule(services.database, caller.scope, id) };
  },

  'get-alarm-rule-choices': async ({ organisationId }, { services, caller }) => ({
    ...(await ruleChoices(services.database, caller.scope, organisationOf(caller.scope, organisationId))),
    mailConfigured: services.config.mailConfigured,
  }),

  'get-alarm-rule-targets': ({ organisationId, kind, search }, { services, caller }) =>
    ruleTargets(services.database, caller.scope, { organisationId, kind, search }),

  'get-dry-run-progress': async (_input, { services, caller: { userId } }) => {
    const own = progressOf(userId);
    if (own) return { progress: own };
    const answers = await services.asks.ask('dry-run', { userId });
    return { progress: answers.find(({ output }) => output !== null)?.output ?? null };
  },

  'get-alarm-rule-dry-run': async (input, { services, caller, client }) => {
    const { database, places } = services;
    const placeAt = places.for(caller);
    const organisationId = organisationOf(caller.scope, input.organisationId);
    // As when saving, vehicles and groups that the caller may not see are left out.
    const draft = { ...input, ...(await checkRule(database, caller.scope, organisationId, input)) };
    const to = new Date();
    const from = new Date(to.getTime() - input.days * DAY_MS);
    // One that runs in another process is cancelled by this.
    services.bus.publish('work-begun', { userId: caller.userId, work: 'dry-run' });
    const { alarms, ...result } = await oneAtATime(
      { userId: caller.userId, organisationId, tenantId: caller.tenantId },
      client.gone(),
      (signal) =>
        withProgress(caller.userId, (onProgress) =>
          dryRun(database, organisationId, draft, { from, to }, signal, {
            roadLimits: places.limits,
            onProgress: onProgress,
          }),
        ),
    );
    const rows = alarms.slice(-LISTED).toReversed();
    return {
      ...result,
      from: from.toISOString(),
      to: to.toISOString(),
      total: alarms.length,
      rows: rows.map(({ start, clearedAt, about, ...alarm }) => ({
        ...alarm,
        start: new Date(start).toISOString(),
        clearedAt: clearedAt === null ? null : new Date(clearedAt).toISOString(),
        address: alarm.place && placeAt(alarm.place.lat, alarm.place.lon),
        about: about === null ? null : String(about),
        measures: measureOf(input.condition.kind),
        unit: input.condition.kind === 'sensor' ? input.condition.unit : '',
      })),
    };
  },
} satisfies Pick<
  Handlers,
  | 'get-alarm-rule-list'
  | 'get-alarm-rule-by-id'
  | 'save-alarm-rule'
  | 'set-alarm-rule-enabled'
  | 'delete-alarm-rule'
  | 'restore-alarm-rule'
  | 'get-alarm-rule-choices'
  | 'get-alarm-rule-targets'
  | 'get-alarm-rule-dry-run'
  | 'get-dry-run-progress'
>;
