import { examine } from '../doctor/examine.ts';
import { defineCommand } from '../command.ts';

export const doctor = defineCommand({
  options: { json: { help: 'prints JSON' } },
  details: `Checks settings, data directory, disk and its forecast, ports, database (version, rights, migrations, clock, key), proxy,
mail server (signs in, sends nothing), map file and backups, while the server runs or not. Each line begins with ok, warning
or fault, and says what to do. Ends with 1 if there is a fault. Nothing is changed; a probe is written to the backup target
and removed.`,
  run: async ({ environment, config, logger, print }, { json }) => {
    const findings = await examine({ environment, config, logger });
    if (json) print(JSON.stringify(findings, null, 2));
    else for (const { state, check, text } of findings) print(`${state.padEnd(9)}${check.padEnd(17)}${text}`);
    return findings.some(({ state }) => state === 'fault') ? 1 : 0;
  },
});
