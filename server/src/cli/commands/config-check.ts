import { describeSettings } from '../../config.ts';
import { defineCommand } from '../command.ts';

export const configCheck = defineCommand({
  options: { json: { help: 'prints JSON' } },
  details: `Prints every setting with its value and where it comes from: the environment, the file of MILEPOST_CONFIG, a file of its
own (NAME_FILE) or the default. Secrets are shown as ***, of addresses scheme, host and port. Then all faults and warnings.
Ends with 1 if the server would not start with these settings. Nothing is opened or changed.`,
  run: async ({ environment, print }, { json }) => {
    const { settings, faults, warnings } = describeSettings(environment);
    if (json) print(JSON.stringify({ settings, faults, warnings }, null, 2));
    else {
      const width = Math.max(...settings.map(({ name }) => name.length)) + 2;
      for (const { name, value, origin } of settings) {
        const from = origin === null ? 'default' : (origin.file ?? 'environment');
        print(`${name.padEnd(width)}${(value ?? '–').padEnd(38)}  ${from}`.trimEnd());
      }
      print('');
      for (const warning of warnings) print(`Warning: ${warning}`);
      for (const fault of faults) print(`Fault: ${fault}`);
      if (faults.length === 0) print('The settings have no faults.');
    }
    return faults.length === 0 ? 0 : 1;
  },
});
