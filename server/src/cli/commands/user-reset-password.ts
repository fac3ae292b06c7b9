import { hashPassword } from '../../auth/passwords.ts';
import { resetLocalPassword } from '../../store/people/local-users.ts';
import { choosePassword, PASSWORD_OPTION } from '../chosen-password.ts';
import { defineCommand } from '../command.ts';
import { COMMAND_LINE, openCommandDatabase } from '../command-database.ts';

export const userResetPassword = defineCommand({
  arguments: ['USERNAME'],
  options: {
    'two-factor': { help: 'also ends two-factor sign-in, for somebody who lost the phone' },
    access: { help: 'also ends API tokens, calendar and public links and browser notifications, after an intrusion' },
    ...PASSWORD_OPTION,
  },
  details: `Sets a new password and ends all sessions of the user, and links that were sent. The audit log names the command line as
author. The server may run. ADMIN_PASSWORD, if it is set, replaces the password of admin again at the next start.`,
  run: async (context, { 'two-factor': twoFactor, access, 'password-stdin': fromInput }, [username = '']) => {
    const { password, generated } = await choosePassword(context, fromInput);
    const { database, close } = await openCommandDatabase(context.config(), context.logger);
    try {
      const { disabled } = await resetLocalPassword(database, COMMAND_LINE, {
        username,
        passwordHash: await hashPassword(password),
        twoFactor,
        access,
      });
      context.print(`${username} has a new password, and no session any more.`);
      if (generated) context.print(`Password: ${password}   (shown only this once)`);
      if (disabled) context.print('The account is disabled: enable it under Administration › Users.');
    } finally {
      await close();
    }
  },
});
