import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { readBackupState } from '../../backup/backup-state.ts';
import { openBackupTarget } from '../../backup/backup-target.ts';
import type { Config } from '../../config.ts';
import { reasonOf, sentenceOf } from '../../fault.ts';
import { watchMapFile } from '../../map-file/map-file.ts';
import { oldAfterMs } from '../../status/backup-plan.ts';
import { type Finding, finding } from './finding.ts';
import type { RunningServer } from './running-server.ts';

const WITHIN_MS = 10_000;

/** Whether people reach the server at PUBLIC_URL. */
export async function checkProxy(
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  server: RunningServer | null,
): Promise<Finding> {
  const found = finding('proxy');
  if (publicUrl === null)
    return found('warning', 'PUBLIC_URL is not set: mails have no links. Set it to the address that people use.');
  const known = server?.parts?.['proxy'];
  if (known !== undefined) return found('fault', known);
  if (!server) return found('ok', `${publicUrl} is not checked, because no server runs`);
  try {
    const reply = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(WITHIN_MS) });
    const text = await reply.text();
    if (!text.includes(`"version":"${server.version}"`)) {
      return found(
        'fault',
        `${publicUrl} replies ${reply.status}, but not by this server. Let the proxy forward to it.`,
      );
    }
  } catch (fault) {
    const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault;
    return found(
      'warning',
      `${publicUrl} cannot be reached from this machine: ${reasonOf(cause)}. Check name, proxy and certificate.`,
    );
  }
  if (publicUrl.startsWith('https:') && trustedProxies.length === 0) {
    return found(
      'warning',
      'TRUSTED_PROXIES is not set: everybody counts as the address of the proxy. Set it to that address.',
    );
  }
  return found('ok', `${publicUrl} leads to this server`);
}

/** Whether the mail server accepts our sign-in; nothing is sent. */
export async function checkMail({ mail }: Pick<Config, 'mail'>): Promise<Finding> {
  const found = finding('mail');
  if (mail === null) return found('ok', 'no mail server is set; mails stay in the outbox');
  const url = new URL(mail.smtpUrl);
  const { hostname } = url;
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    url.searchParams.set(name, String(WITHIN_MS));
  }
  const transport = createTransport(url.href);
  try {
    await transport.verify();
    return found('ok', `${hostname} accepts us; nothing was sent`);
  } catch (fault) {
    return found('fault', `${hostname} does not accept us: ${reasonOf(fault)}. Check SMTP_URL.`);
  } finally {
    transport.close();
  }
}

export async function checkMapFile({ mapFile }: Pick<Config, 'mapFile'>, logger: Logger): Promise<Finding> {
  const found = finding('map file');
  if (mapFile === null) return found('ok', 'none is set');
  const watch = await watchMapFile(mapFile, logger.child({}, { level: 'silent' }));
  try {
    const fault = watch.fault();
    return fault ? found('fault', `${mapFile} is not used: ${fault.message}`) : found('ok', mapFile);
  } finally {
    await watch.stop();
  }
}

const PROBE = 'doctor';

function timeSince(at: Date): string {
  const minutes = Math.round((Date.now() - at.getTime()) / 60_000);
  return minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}

/** Whether the target of backups can be written, and how old the newest backup is. */
export async function checkBackup({ backup, backupsElsewhere, dataDir }: Config): Promise<Finding[]> {
  const found = finding('backup');
  if (backupsElsewhere) return [found('ok', 'made by other means (BACKUP_URL=off)')];
  if (backup === null) {
    return [
      found(
        'warning',
        'BACKUP_URL is not set, so nothing is backed up. Set it to a folder on another disk, or a bucket.',
      ),
    ];
  }
  const target = openBackupTarget(backup.address);
  const findings: Finding[] = [];
  try {
    await target.put(PROBE, Buffer.from('Milepost can write here.\n'));
    await target.remove(PROBE);
    findings.push(found('ok', `${target.name} can be written`));
  } catch (fault) {
    findings.push(found('fault', `${target.name} cannot be written: ${reasonOf(fault)}`));
  }
  if (backup.key === null) {
    findings.push(found('warning', 'Backups are not encrypted, and contain the secret key. Set BACKUP_KEY.'));
  }
  const { newest, failure, drill } = await readBackupState(dataDir);
  if (failure) findings.push(found('fault', `The last one failed: ${failure.reason}`));
  else if (newest === null) findings.push(found('warning', 'None was made yet. Run: milepost backup'));
  else {
    const isOld = Date.now() - newest.finishedAt.getTime() > oldAfterMs(backup.schedule, new Date());
    const text = `the last one was made ${timeSince(newest.finishedAt)}`;
    findings.push(isOld ? found('warning', `${text}. Run: milepost backup`) : found('ok', text));
  }
  if (drill?.fault)
    findings.push(
      found(
        'fault',
        `The last drill failed: ${sentenceOf(drill.fault)} If the backup is damaged, make a new one. Then run: milepost verify`,
      ),
    );
  else if (drill) findings.push(found('ok', `the last drill succeeded ${timeSince(drill.at)}`));
  return findings;
}
