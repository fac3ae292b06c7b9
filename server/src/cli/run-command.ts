import { inspect, parseArgs } from 'node:util';
// Numbers of the database are numbers in every command, as in the server, and not text.
import '../database/pool.ts';
import { StartError } from '../errors.ts';
import { isDiskFull, isOfEnvironment, reasonOf } from '../fault.ts';
import { DamagedDay } from '../store/tracks/packed-days.ts';
import { VERSION } from '../version.ts';
import { type Command, type CommandContext, type ParsedOptions, UsageError } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';

/** Exit codes: success, failure, wrong usage. */
const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** The process around a command, or a test. */
export interface Terminal extends Omit<CommandContext, 'print'> {
  out: (text: string) => void;
  error: (text: string) => void;
}

/** Runs the command of these words, without the program. @returns the exit code */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const { out, error, ...rest } = terminal;
  try {
    return await dispatch(words, { ...rest, print: (line) => out(`${line}\n`) });
  } catch (fault) {
    if (fault instanceof UsageError) {
      error(`${fault.message}\n`);
      return WRONG_USAGE;
    }
    if (terminal.signal.aborted) error('Interrupted\n');
    else error(`${isForOperators(fault) ? reasonOf(fault) : inspect(fault)}\n`);
    if (isDiskFull(fault)) error('The disk is full. Free some space, and run this again.\n');
    return FAILED;
  }
}

/** Whether its message suffices for the operator. */
const isForOperators = (fault: unknown): boolean =>
  fault instanceof StartError || fault instanceof DamagedDay || isOfEnvironment(fault);

async function dispatch(words: readonly string[], context: CommandContext): Promise<number> {
  const [first, second] = words;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    context.print(overview());
    return first === undefined ? WRONG_USAGE : DONE;
  }
  if (first === '--version') {
    context.print(VERSION);
    return DONE;
  }
  const { name, summary, load } = findCommand(first, second);
  const command = await load();
  const rest = words.slice(name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    context.print(helpOf(name, summary, command));
    return DONE;
  }
  const { options, words: given } = parse(name, command, rest);
  return (await command.run(context, options, given)) ?? DONE;
}

function parse(name: string, command: Command, words: readonly string[]) {
  const hint = `milepost ${name} --help explains it.`;
  const specs = Object.entries(command.options);
  let parsed: { values: ParsedOptions; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: Object.fromEntries(
        specs.map(([option, { value, multiple = false }]) => [
          option,
          value === undefined ? { type: 'boolean' as const, default: false } : { type: 'string' as const, multiple },
        ]),
      ),
    });
  } catch (fault) {
    throw new UsageError(`${fault instanceof Error ? fault.message : String(fault)}. ${hint}`);
  }
  for (const [option, { required }] of specs) {
    if (required && parsed.values[option] === undefined) throw new UsageError(`--${option} is missing. ${hint}`);
  }
  const missing = command.arguments[parsed.positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing. ${hint}`);
  const extra = parsed.positionals[command.arguments.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is not expected. ${hint}`);
  return { options: parsed.values, words: parsed.positionals };
}

function overview(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const);
  return `Milepost ${VERSION}: administration on the machine.

usage: milepost COMMAND [options]

${columns(rows)}

Settings are those of the server, from the same environment; milepost config check lists them.
milepost COMMAND --help explains a command. Exit codes: 0 done, 1 failed, 2 wrong command line.`;
}

function helpOf(name: string, summary: string, { arguments: names, options, details }: Command): string {
  const rows = Object.entries(options).map(
    ([option, { value, help, required }]) =>
      [`--${option}${value === undefined ? '' : ` ${value}`}`, required ? `${help} (required)` : help] as const,
  );
  const usage = ['usage: milepost', name, ...names, ...(rows.length > 0 ? ['[options]'] : [])].join(' ');
  return [usage, `${name}: ${summary}`, columns(rows), details].filter((part) => part !== '').join('\n\n');
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}
