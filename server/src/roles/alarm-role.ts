import { createSecretBox } from '../auth/secret-box.ts';
import { loadSecretKey } from '../auth/secret-key.ts';
import { startAlarmDelivery } from '../notify/alarm-delivery.ts';
import { startSmsDesk } from '../sms/sms-desk.ts';
import type { Parts } from './parts.ts';

/** Part of the role `jobs`: alarms reach people and webhooks, SMS reach devices. */
export async function startAlarmRole({ config, logger, database, bus, places, stops }: Parts): Promise<void> {
  const secrets = createSecretBox(await loadSecretKey(config.secretKey, config.dataDir));
  const { publicUrl, mail } = config;
  const delivery = startAlarmDelivery({
    database: database.pool,
    bus,
    logger,
    secrets,
    policy: config,
    places,
    publicUrl,
    mailConfigured: mail !== null,
    subject: publicUrl?.startsWith('https://') ? publicUrl : `mailto:${addressOf(mail?.from)}`,
  });
  stops.push(delivery.stop);
  if (config.smsUrl === null) return;
  const sms = startSmsDesk({ database: database.pool, bus, logger, template: config.smsUrl, policy: config });
  stops.push(sms.stop);
}

/** The bare address of a sender such as `Fleet <fleet@example.org>`. */
function addressOf(from = ''): string {
  return /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? 'operator@localhost';
}
