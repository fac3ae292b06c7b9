import { GUARDED_KINDS, OUTPUT_KINDS, SENT_KINDS } from '@milepost/contract/command-kinds';
import type { CommandTemplate } from '@milepost/contract/command-operations';
import { may, requireGrant } from '../../auth/caller.ts';
import { AppError } from '../../errors.ts';
import {
  deleteCommandTemplate,
  getCommandTemplate,
  listCommandTemplates,
  saveCommandTemplate,
} from '../../store/commands/command-templates.ts';
import type { Caller } from '../../store/people/callers.ts';
import type { Handlers } from '../handler.ts';

const isGuarded = (kind: string) => GUARDED_KINDS.some((one) => one === kind);

/**
 * A person who may send the command in a template may change the template. API tokens may not change commands that stop
 * engines, which a person would then send by the template's name.
 */
function requireSending(caller: Caller, { kind }: Pick<CommandTemplate, 'kind'>): void {
  requireGrant(caller, isGuarded(kind) ? 'engine-stop' : 'commands', 'create');
  if (isGuarded(kind) && caller.token) throw new AppError('denied', 'token-not-for-this');
}

export const commandTemplateHandlers = {
  'get-command-templates': (_input, { services, caller }) => {
    const kinds = [
      ...(may(caller, 'commands', 'view') ? SENT_KINDS : []),
      ...(may(caller, 'engine-stop', 'view') ? (['text', ...OUTPUT_KINDS] as const) : []),
    ];
    return listCommandTemplates(services.database, caller.scope.organisationId, kinds);
  },

  'save-command-template': async (input, { services, caller, actor }) => {
    requireSending(caller, input);
    const { organisationId } = caller.scope;
    const { kind, seconds, output, odometerKm, phones, text } = input;
    // Parameters that the kind does not use are not stored.
    const used = {
      ...input,
      seconds: kind === 'interval' ? seconds : null,
      output: kind === 'outputOn' || kind === 'outputOff' ? output : null,
      odometerKm: kind === 'odometer' ? odometerKm : null,
      phones: kind === 'sosNumbers' ? phones : null,
      text: kind === 'text' ? text : null,
    };
    const replaces = (former: CommandTemplate) => requireSending(caller, former);
    return { template: await saveCommandTemplate(services.database, actor, organisationId, used, replaces) };
  },

  'delete-command-template': async ({ id }, { services, caller, actor }) => {
    const { database } = services;
    const { organisationId } = caller.scope;
    requireSending(caller, await getCommandTemplate(database, organisationId, id));
    await deleteCommandTemplate(database, actor, organisationId, id);
    return {};
  },
} satisfies Pick<Handlers, 'get-command-templates' | 'save-command-template' | 'delete-command-template'>;
