import { AppError } from '../../errors.ts';
import { makeLogo } from '../../files/logo.ts';
import { readLogo, saveLogo } from '../../store/organisations/logos.ts';
import type { CallContext, Handlers } from '../handler.ts';

async function answer({ services, caller }: CallContext, id: number) {
  if (!caller.scope.organisationIds.includes(id)) throw new AppError('not-found', 'no-organisation');
  return { logo: (await readLogo(services.database, id))?.toString('base64') ?? null };
}

/** The logo on the files of reports. */
export const logoHandlers = {
  'get-organisation-logo': ({ id }, context) => answer(context, id),

  'save-organisation-logo': async ({ id, picture }, context) => {
    const { services, caller, actor } = context;
    if (!caller.scope.organisationIds.includes(id)) throw new AppError('not-found', 'no-organisation');
    const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
    await saveLogo(services.database, caller.scope, actor, id, await makeLogo(bytes));
    return answer(context, id);
  },

  'delete-organisation-logo': async ({ id }, { services, caller, actor }) => {
    await saveLogo(services.database, caller.scope, actor, id, null);
    return {};
  },
} satisfies Partial<Handlers>;
