import { writeFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { StartError } from '../../errors.ts';
import { codeOf, reasonOf } from '../../fault.ts';
import { defineCommand } from '../command.ts';
import { collectBundle } from '../support/collect-bundle.ts';

export const supportBundle = defineCommand({
  options: {
    into: { value: 'FILE', help: 'the ZIP file to create; otherwise milepost-support-….zip in this folder' },
    log: { value: 'FILE', help: 'a log file of the server, of which the last 2 MB are added' },
  },
  details: `Collects what helps to find a fault into one ZIP file: versions, settings, the result of milepost doctor, sizes, migrations and
jobs of the database, and health and metrics of the server if it runs. Passwords, keys and addresses are left out; a log
that you add may have names of people and devices. Read it before you pass it on.`,
  run: async ({ environment, config, logger, print }, { into, log }) => {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const file = into ?? `milepost-support-${stamp}.zip`;
    try {
      const files = await collectBundle({ environment, config, logger, log });
      const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
      await writeFile(file, zipSync(Object.fromEntries(entries)), { flag: 'wx', mode: 0o600 });
      print(`${file}: ${Object.keys(files).join(', ')}`);
    } catch (fault) {
      if (codeOf(fault) === undefined) throw fault;
      throw new StartError(`The bundle cannot be made: ${reasonOf(fault)}`, { cause: fault });
    }
  },
});
