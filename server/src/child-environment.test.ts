import { expect, test } from 'vitest';
import { childEnvironment } from './child-environment.ts';

test('programs that we start get no passwords and keys', () => {
  const secret = {
    DATABASE_URL: 'postgres://a:secret@db/a',
    ADMIN_PASSWORD: 'secret',
    SECRET_KEY: 'secret',
    SMTP_URL: 'smtps://a:secret@mail',
    FILES_URL: 'https://KEY:secret@s3/bucket',
    BACKUP_URL: 's3://KEY:secret@s3/bucket',
    BACKUP_KEY: 'secret',
    GEOCODER_URL: 'https://geo/nominatim?key=secret',
    MQTT_URL: 'mqtts://a:secret@broker',
  };
  expect(childEnvironment({ PATH: '/bin', TZ: 'UTC', ...secret })).toEqual({ PATH: '/bin', TZ: 'UTC' });
});
