/** Settings that are secrets or contain one: a password, or the key of a bucket or a service in its URL. */
const SECRETS = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'SECRET_KEY',
  'SMTP_URL',
  'FILES_URL',
  'BACKUP_URL',
  'BACKUP_KEY',
  'GEOCODER_URL',
  'ROUTER_URL',
  'SMS_URL',
  'MQTT_URL',
];

/**
 * The environment for child processes. Ours has secrets that they do not need, and anybody running as their user
 * (PostgreSQL's is `nobody` when we are root) can read theirs.
 */
export function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRETS.includes(name)));
}
