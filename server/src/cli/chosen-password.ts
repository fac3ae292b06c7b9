import { NewPassword } from '@milepost/contract/profile-operations';
import { text } from 'node:stream/consumers';
import { generatePassword } from '../auth/passwords.ts';
import { StartError } from '../errors.ts';
import { englishOf, faultOfIssue } from '@milepost/contract/fault';
import type { CommandContext } from './command.ts';

export const PASSWORD_OPTION = {
  'password-stdin': {
    help: 'reads the password from the first line of standard input; otherwise one is generated and printed',
  },
} as const;

/**
 * The password of the first line of standard input, or a new one. A password in the words of a command would be in the
 * list of processes and in the history of the shell.
 * @throws StartError when it is too short or too long
 */
export async function choosePassword(
  { input = () => text(process.stdin) }: Pick<CommandContext, 'input'>,
  fromInput: boolean,
): Promise<{ password: string; generated: boolean }> {
  if (!fromInput) return { password: generatePassword(), generated: true };
  const [password = ''] = (await input()).split(/\r?\n/);
  const parsed = NewPassword.safeParse(password);
  if (parsed.success) return { password, generated: false };
  throw new StartError(`The password: ${parsed.error.issues.map((issue) => englishOf(faultOfIssue(issue))).join(' ')}`);
}
