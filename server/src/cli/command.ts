import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/** An option `--name VALUE`, or `--name` alone when it is a flag. */
interface OptionSpec {
  /** The placeholder of its value in the help, such as `FOLDER`; without one it is a flag. */
  value?: string;
  /** Ends with a message when it is missing. */
  required?: true;
  /** May be given several times. */
  multiple?: true;
  help: string;
}

type Options = Readonly<Record<string, OptionSpec>>;

/** The parsed options: text for an option with a value, a list where it may be repeated, true or false for a flag. */
type OptionValues<Given extends Options> = {
  [Name in keyof Given]: Given[Name] extends { value: string; multiple: true }
    ? readonly string[] | undefined
    : Given[Name] extends { value: string; required: true }
      ? string
      : Given[Name] extends { value: string }
        ? string | undefined
        : boolean;
};

export type ParsedOptions = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** The settings, log and output that a command gets from the process that runs it. */
export interface CommandContext {
  /** Reads the settings when a command needs them. @throws StartError with every fault */
  config: () => Config;
  environment: Readonly<Record<string, string | undefined>>;
  logger: Logger;
  /** Writes one line for the person, or for the program that reads the output. */
  print: (line: string) => void;
  /** Reads standard input to its end; default: that of the process. */
  input?: () => Promise<string>;
  /** Reports the done part of a long command, from 0 to 1, to the server that started it. */
  progress?: (part: number) => void;
  /** Aborted by Ctrl-C or SIGTERM. */
  signal: AbortSignal;
}

interface CommandDefinition<Given extends Options> {
  /** Names of the arguments in the help, such as `USERNAME`; as many must be given. */
  arguments?: readonly string[];
  options?: Given;
  /** Paragraphs of `--help` below the options. */
  details?: string;
  /** @returns the exit code; 0 if nothing is returned. @throws UsageError, or StartError, whose message is printed alone */
  run: (
    context: CommandContext,
    options: OptionValues<Given>,
    words: readonly string[],
  ) => Promise<number | undefined | void>;
}

export interface Command {
  arguments: readonly string[];
  options: Options;
  details: string;
  run: (
    context: CommandContext,
    options: ParsedOptions,
    words: readonly string[],
  ) => Promise<number | undefined | void>;
}

/** A command of `milepost`; add it to `COMMANDS`. */
export function defineCommand<const Given extends Options = Options>(definition: CommandDefinition<Given>): Command {
  return {
    arguments: definition.arguments ?? [],
    options: definition.options ?? {},
    details: definition.details ?? '',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the options were parsed by the same table
    run: (context, options, words) => definition.run(context, options as OptionValues<Given>, words),
  };
}

/** Wrong words on the command line: printed with a hint to `--help`; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
