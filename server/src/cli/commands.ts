import { type Command, UsageError } from './command.ts';

interface CommandEntry {
  /** One line of `milepost --help`. */
  summary: string;
  /** Loaded when it runs, so that the others neither wait for its modules nor fail with them. */
  load: () => Promise<Command>;
}

/** Every command by its name, which may have two words such as `user create`. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  'retention dry-run': {
    summary: 'counts what the next retention run would delete',
    load: async () => (await import('./commands/retention-dry-run.ts')).retentionDryRun,
  },
  backup: {
    summary: 'makes a backup of database, files and secret key while the server runs',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  'cluster status': {
    summary: 'prints the processes of one database, and what each says of itself',
    load: async () => (await import('./commands/cluster-status.ts')).clusterStatus,
  },
  'config check': {
    summary: 'prints every setting with its origin, without secrets, and all that is wrong with them',
    load: async () => (await import('./commands/config-check.ts')).configCheck,
  },
  doctor: {
    summary: 'checks ports, disk, database, proxy, mail server, map file and backups',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  dump: {
    summary: 'writes all rows to files, to move to another database or major version of PostgreSQL',
    load: async () => (await import('./commands/dump.ts')).dump,
  },
  export: {
    summary: 'writes the positions of days to Parquet files for a data warehouse',
    load: async () => (await import('./commands/export.ts')).exportData,
  },
  load: {
    summary: 'loads a dump into an empty database',
    load: async () => (await import('./commands/load.ts')).load,
  },
  'facts compare': {
    summary: 'compares stored trips, stops and alarms with those that follow from the stored positions',
    load: async () => (await import('./commands/facts-compare.ts')).factsCompare,
  },
  'facts recompute': {
    summary: 'has the server recompute trips, stops and alarms from the stored positions',
    load: async () => (await import('./commands/facts-recompute.ts')).factsRecompute,
  },
  'key rotate': {
    summary: 'encrypts all secrets of the database with a new key',
    load: async () => (await import('./commands/key-rotate.ts')).keyRotate,
  },
  restore: {
    summary: 'creates a data directory from a backup, as of a given time or the newest',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  'restore-day': {
    summary: 'takes the positions of a device and day from a restored database',
    load: async () => (await import('./commands/restore-day.ts')).restoreDayCommand,
  },
  'support-bundle': {
    summary: 'collects versions, settings, health and sizes without secrets into one file',
    load: async () => (await import('./commands/support-bundle.ts')).supportBundle,
  },
  'user create': {
    summary: 'creates a user with a password',
    load: async () => (await import('./commands/user-create.ts')).userCreate,
  },
  'user reset-password': {
    summary: 'sets a new password, ends sessions, and on request two-factor sign-in',
    load: async () => (await import('./commands/user-reset-password.ts')).userResetPassword,
  },
  verify: {
    summary: 'restores the newest backup for trial and compares it with its description',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  version: {
    summary: 'prints the versions of Milepost, Node and the embedded PostgreSQL',
    load: async () => (await import('./commands/version.ts')).version,
  },
};

/**
 * The command of one or two words, by the first two words of the command line.
 * @throws UsageError when there is none
 */
export function findCommand(first: string, second = ''): CommandEntry & { name: string } {
  for (const name of [`${first} ${second}`, first]) {
    const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (entry) return { name, ...entry };
  }
  const family = Object.keys(COMMANDS).filter((name) => name.startsWith(`${first} `));
  const hint = family.length > 0 ? `Commands that begin with it: ${family.join(', ')}.` : 'milepost --help lists all.';
  throw new UsageError(`There is no command "${first}". ${hint}`);
}
