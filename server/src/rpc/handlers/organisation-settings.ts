import { AppError } from '../../errors.ts';
import { makeLogo } from '../../files/logo.ts';
import { recordOfServer } from '../../store/audit/audit.ts';
import { inTransaction, type Queryable } from '../../store/database.ts';
import { readFactsProgress } from '../../store/facts/older-facts.ts';
import {
  readOlderPast,
  readRecomputeChoice,
  saveRecomputeChoice,
  secondsOf,
} from '../../store/facts/recompute-choice.ts';
import { readLogo, saveLogo } from '../../store/organisations/logos.ts';
import { readOrganisationSettings, saveOrganisationSettings } from '../../store/organisations/organisation-settings.ts';
import { createLegalHold, endLegalHold, listLegalHolds } from '../../store/retention/legal-holds.ts';
import { choiceOf, readRetention, saveRetention } from '../../store/retention/retention-settings.ts';
import { previewRetention } from '../../store/retention/preview-retention.ts';
import { readClockBehind } from '../../store/retention/retention-clock.ts';
import { organisationsBelow } from '../../store/retention/policies.ts';
import { type CallContext, fleetChanged, type Handlers } from '../handler.ts';
import { expiryChanged } from './subscriptions.ts';

/** Time zone and thresholds of organisations. */
export const organisationSettingsHandlers = {
  'get-organisation-settings': ({ id }, { services, caller }) =>
    readOrganisationSettings(services.database, caller.scope, id),

  'save-organisation-settings': async (input, context) => {
    const { services, caller, actor } = context;
    await saveOrganisationSettings(services.database, caller.scope, actor, input);
    services.bus.publish('tracking-changed', { organisationId: input.id });
    if (input.deviceNetworks) fleetChanged(context, input.id);
    // In another zone the last day of its subscriptions ends at another moment.
    await expiryChanged(context, input.id);
    return readOrganisationSettings(services.database, caller.scope, input.id);
  },

  'get-facts-progress': async (_input, { services: { database }, caller }) => ({
    ...(await readFactsProgress(database, caller.scope)),
    upgrade: caller.scope.root ? await readUpgrade(database) : null,
  }),

  'save-recompute-choice': async (input, { services, caller, actor }) => {
    if (!caller.scope.root) throw new AppError('denied', 'recompute-root-only');
    await inTransaction(services.database, async (db) => {
      await saveRecomputeChoice(db, input);
      await recordOfServer(db, actor, 'change', { recomputePaused: input.paused, recomputePace: input.pace });
    });
    return {};
  },
} satisfies Pick<
  Handlers,
  'get-organisation-settings' | 'save-organisation-settings' | 'get-facts-progress' | 'save-recompute-choice'
>;

/** The past that waits for the operator's pace, with the remaining time at the chosen pace; null: none is left. */
async function readUpgrade(db: Queryable) {
  const past = await readOlderPast(db);
  const { vehicles, requested, positions } = past;
  if (vehicles === 0) return null;
  const choice = await readRecomputeChoice(db);
  return { ...choice, vehicles, requested, positions, remainingS: secondsOf(past, choice.pace) };
}

async function logoOf({ services, caller }: CallContext, id: number) {
  if (!caller.scope.organisationIds.includes(id)) throw new AppError('not-found', 'no-organisation');
  return { logo: (await readLogo(services.database, id))?.toString('base64') ?? null };
}

/** The logo on the files of reports. */
export const logoHandlers = {
  'get-organisation-logo': ({ id }, context) => logoOf(context, id),

  'save-organisation-logo': async ({ id, picture }, context) => {
    const { services, caller, actor } = context;
    if (!caller.scope.organisationIds.includes(id)) throw new AppError('not-found', 'no-organisation');
    const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
    await saveLogo(services.database, caller.scope, actor, id, await makeLogo(bytes));
    return logoOf(context, id);
  },

  'delete-organisation-logo': async ({ id }, { services, caller, actor }) => {
    await saveLogo(services.database, caller.scope, actor, id, null);
    return {};
  },
} satisfies Partial<Handlers>;

/** A dry run counts no longer than this: its caller waits for it. */
const MAX_COUNTING_MS = 30_000;

/** How long organisations keep their data. */
export const retentionHandlers = {
  'get-retention': ({ id }, { services, caller }) => readRetention(services.database, caller.scope, id),

  'save-retention': async (input, { services, caller, actor }) => {
    await saveRetention(services.database, caller.scope, actor, input);
    return readRetention(services.database, caller.scope, input.id);
  },

  'get-retention-preview': async ({ id, ...periods }, { services, caller }) => {
    await readRetention(services.database, caller.scope, id);
    const rows = await previewRetention(services.database, {
      organisationIds: await organisationsBelow(services.database, id),
      instead: { organisationId: id, choice: choiceOf(periods) },
      maxMs: MAX_COUNTING_MS,
    });
    const behind = await readClockBehind(services.database);
    return { rows, ...(behind !== null && { asOf: behind }) };
  },
} satisfies Pick<Handlers, 'get-retention' | 'save-retention' | 'get-retention-preview'>;

/** Orders that nothing about a vehicle in a range of days is deleted. */
export const legalHoldHandlers = {
  'get-legal-hold-list': (_input, { services, caller }) => listLegalHolds(services.database, caller.scope),

  'create-legal-hold': (input, { services, caller, actor }) =>
    createLegalHold(services.database, caller.scope, actor, input),

  'end-legal-hold': async (input, { services, caller, actor }) => ({
    hold: await endLegalHold(services.database, caller.scope, actor, input),
  }),
} satisfies Pick<Handlers, 'get-legal-hold-list' | 'create-legal-hold' | 'end-legal-hold'>;
