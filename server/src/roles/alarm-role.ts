import { startAlarmDelivery } from '../notify/alarm-delivery.ts';
import { startSmsDispatcher } from '../sms/sms-dispatcher.ts';
import type { Parts } from './parts.ts';

/** Part of the role `jobs`: delivers alarms to people and webhooks, and SMS to devices. */
export async function startAlarmRole({ config, logger, database, bus, secrets, places, stops }: Parts): Promise<void> {
  const { publicUrl, mail } = config;
  const delivery = startAlarmDelivery({
    database: database.pools.ingest,
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
  const sms = startSmsDispatcher({
    database: database.pools.ingest,
    bus,
    logger,
    template: config.smsUrl,
    policy: config,
  });
  stops.push(sms.stop);
}

/** The bare address of a sender such as `Fleet <fleet@example.org>`. */
function addressOf(from = ''): string {
  return /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? 'operator@localhost';
}
