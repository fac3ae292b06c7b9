import { textFor } from '../../texts/text.ts';
import { changeTwoFactor } from '../../auth/change-two-factor.ts';
import { checkOwnPassword } from '../../auth/own-password.ts';
import { confirmNewSecret, newSecret, renewRecoveryCodes } from '../../auth/second-factor.ts';
import { byCode, charge } from '../../auth/throttle.ts';
import { totpUri } from '../../auth/totp.ts';
import { AppError } from '../../errors.ts';
import { secondFactorSetUp } from '../../store/people/login-sessions.ts';
import { getProfile } from '../../store/people/profiles.ts';
import { forgetFailures } from '../../store/people/sign-in-failures.ts';
import { removeTwoFactor } from '../../store/people/two-factor.ts';
import { publishEnded, notifyAccount } from '../account-news.ts';
import type { Handlers } from '../handler.ts';
import { refused } from '../input.ts';

export const twoFactorHandlers = {
  'start-two-factor': async ({ password }, { services, caller }) => {
    await checkOwnPassword(services.database, caller, password);
    const secret = await newSecret(services.database, services.secrets, caller.userId);
    if (secret === null) throw new AppError('conflict', 'two-factor-on');
    return { secret, uri: totpUri(secret, caller.username, 'Milepost') };
  },

  'confirm-two-factor': async ({ code }, context) => {
    const { services, caller, actor } = context;
    await charge(services.database, byCode(caller.userId));
    const made = await changeTwoFactor(services.database, actor, caller.userId, 'two-factor-on', async (db) => {
      const recoveryCodes = await confirmNewSecret(db, services.secrets, caller.userId, code);
      return recoveryCodes && { recoveryCodes, ended: await secondFactorSetUp(db, caller.userId, caller.sessionId) };
    });
    if (!made) throw refused({ code: 'code-wrong' });
    const { recoveryCodes, ended } = made;
    publishEnded(context, ended);
    await forgetFailures(services.database, byCode(caller.userId));
    await notifyAccount(context, caller.userId, textFor('two-factor-on'));
    return { recoveryCodes };
  },

  'stop-two-factor': async ({ password }, context) => {
    const { services, caller, actor } = context;
    await checkOwnPassword(services.database, caller, password);
    const { twoFactorRequired } = await getProfile(services.database, caller.userId);
    if (twoFactorRequired) throw new AppError('conflict', 'second-factor-required');
    const removed = await changeTwoFactor(services.database, actor, caller.userId, 'two-factor-off', (db) =>
      removeTwoFactor(db, caller.userId),
    );
    if (removed) await notifyAccount(context, caller.userId, textFor('two-factor-off'));
    return {};
  },

  'new-recovery-codes': async ({ password }, context) => {
    const { services, caller, actor } = context;
    await checkOwnPassword(services.database, caller, password);
    const { twoFactor } = await getProfile(services.database, caller.userId);
    if (!twoFactor) throw new AppError('conflict', 'two-factor-off');
    const recoveryCodes = await changeTwoFactor(services.database, actor, caller.userId, 'recovery-codes', (db) =>
      renewRecoveryCodes(db, services.secrets, caller.userId),
    );
    await notifyAccount(context, caller.userId, textFor('recovery-codes'));
    return { recoveryCodes };
  },
} satisfies Pick<Handlers, 'start-two-factor' | 'confirm-two-factor' | 'stop-two-factor' | 'new-recovery-codes'>;
