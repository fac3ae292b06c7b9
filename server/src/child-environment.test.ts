import { expect, test } from 'vitest';
import { childEnvironment } from './child-environment.ts';

test('programs that we start get what they need to run, and nothing else', () => {
  const needed = {
    PATH: '/bin',
    TZ: 'UTC',
    LC_ALL: 'C.UTF-8',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    LD_LIBRARY_PATH: '/lib',
  };
  const others = {
    DATABASE_URL: 'postgres://a:secret@db/a',
    ADMIN_PASSWORD_FILE: '/run/secrets/admin',
    MILEPOST_CONFIG: '/etc/milepost.env',
    METRICS_TOKEN: 'secret',
    PGPASSWORD: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    A_SETTING_OF_TOMORROW_KEY: 'secret',
  };
  expect(childEnvironment({ ...needed, ...others })).toEqual(needed);
});
