import type { Logger } from 'pino';
import { type Config, describeSettings } from '../../config.ts';
import { reasonOf } from '../../fault.ts';
import { VERSION } from '../../version.ts';
import { checkDatabase } from './check-database.ts';
import { checkDataDir, checkDisk, checkPorts } from './check-machine.ts';
import { checkBackup, checkMail, checkMapFile, checkProxy } from './check-services.ts';
import { type Finding, finding } from './finding.ts';
import { findRunningServer, type RunningServer } from './running-server.ts';

interface ExamineOptions {
  environment: Readonly<Record<string, string | undefined>>;
  config: () => Config;
  logger: Logger;
}

function describeServer({ port }: Config, server: RunningServer | null): Finding {
  const found = finding('server');
  if (!server) return found('ok', `none runs on port ${port}`);
  const runs = `version ${server.version} runs on port ${port}`;
  return server.parts === null
    ? found('fault', `${runs}, but does not report whether it is ready. Check the database and the log of the server.`)
    : found('ok', `${runs}; this program is ${VERSION}`);
}

/** Every check of the installation, whether its server runs or not; nothing is changed. */
export async function examine({ environment, config: readConfig, logger }: ExamineOptions): Promise<Finding[]> {
  const { settings, faults, warnings } = describeSettings(environment);
  const found = finding('settings');
  const set = settings.filter(({ origin }) => origin !== null).length;
  const findings = [
    ...faults.map((fault) => found('fault', fault)),
    ...warnings.map((warning) => found('warning', warning)),
    ...(faults.length + warnings.length === 0 ? [found('ok', `${set} are set; milepost config check lists them`)] : []),
  ];
  if (faults.length > 0) return findings;
  const config = readConfig();
  const server = await findRunningServer(config);
  findings.push(describeServer(config, server));
  const checks: [name: string, run: () => Promise<Finding | Finding[]>][] = [
    ['data directory', () => checkDataDir(config)],
    ['disk', () => checkDisk(config, server)],
    ['ports', () => checkPorts(config, server)],
    ['database', () => checkDatabase(config)],
    ['proxy', () => checkProxy(config, server)],
    ['mail', () => checkMail(config)],
    ['map file', () => checkMapFile(config, logger)],
    ['backup', () => checkBackup(config)],
  ];
  for (const [name, run] of checks) {
    // A check that fails itself must not hide the others.
    findings.push(...[await run().catch((fault: unknown) => finding(name)('fault', reasonOf(fault)))].flat());
  }
  return findings;
}
