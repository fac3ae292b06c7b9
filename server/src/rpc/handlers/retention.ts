import { choiceOf, readRetention, saveRetention } from '../../store/retention/retention-settings.ts';
import { previewRetention } from '../../store/retention/preview-retention.ts';
import { organisationsBelow } from '../../store/retention/policies.ts';
import type { Handlers } from '../handler.ts';

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
    return { rows };
  },
} satisfies Pick<Handlers, 'get-retention' | 'save-retention' | 'get-retention-preview'>;
