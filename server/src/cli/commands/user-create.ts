import { OPERATIONS } from '@milepost/contract/operations';
import { hashPassword } from '../../auth/passwords.ts';
import { addLocalUser } from '../../store/people/local-users.ts';
import { choosePassword, PASSWORD_OPTION } from '../chosen-password.ts';
import { defineCommand, UsageError } from '../command.ts';
import { COMMAND_LINE, openCommandDatabase } from '../command-database.ts';

export const userCreate = defineCommand({
  arguments: ['USERNAME'],
  options: {
    role: { value: 'ROLE', required: true, help: 'name of a role of the organisation, or of one above it' },
    organisation: { value: 'NAME', help: 'name of the organisation; otherwise the root' },
    name: { value: 'TEXT', help: 'the name that is shown; otherwise the user name' },
    email: { value: 'ADDRESS', help: 'for mails and forgotten passwords' },
    ...PASSWORD_OPTION,
  },
  details: `Creates a user with a password, without an invitation. The audit log names the command line as author. The server may run.`,
  run: async (context, { role, organisation, name, email, 'password-stdin': fromInput }, [username = '']) => {
    const fields = OPERATIONS['save-user'].input.shape;
    const user = fields.username.safeParse(username);
    if (!user.success) throw new UsageError('USERNAME: up to 60 letters, digits and . _ @ + -');
    const address = email === undefined ? null : fields.email.safeParse(email);
    if (address?.success === false) throw new UsageError('--email: must be an e-mail address.');
    const { password, generated } = await choosePassword(context, fromInput);
    const { database, close } = await openCommandDatabase(context.config(), context.logger);
    try {
      await addLocalUser(database, COMMAND_LINE, {
        username: user.data,
        displayName: name ?? user.data,
        email: address?.data ?? null,
        role,
        organisation: organisation ?? null,
        passwordHash: await hashPassword(password),
      });
      context.print(`Created ${user.data}.`);
      if (generated) context.print(`Password: ${password}   (shown only this once)`);
    } finally {
      await close();
    }
  },
});
