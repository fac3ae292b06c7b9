import { createSecretBox } from '../auth/secret-box.ts';
import { loadSecretKey } from '../auth/secret-key.ts';
import { startAlarmDelivery } from '../notify/alarm-delivery.ts';
import type { Parts } from './parts.ts';

/** Part of the role `jobs`: alarms reach people and webhooks. */
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
}

/** The bare address of a sender such as `Fleet <fleet@example.org>`. */
function addressOf(from = ''): string {
  return /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? 'operator@localhost';
}
