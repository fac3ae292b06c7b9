import { expect, it } from 'vitest';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { readConfig } from './config.ts';

it('has safe defaults: loopback only, no demo, the customary device ports', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, databaseUrl: null, demo: false, adminPassword: null });
  expect(config.gateway).toMatchObject({ host: '127.0.0.1', ports: { gt06: 5023, teltonika: 5027, osmand: 5055 } });
  expect([...config.roles]).toEqual(['gateway', 'ingest', 'web', 'jobs']);
});

it('reads each setting', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '9000',
    DATABASE_URL: 'postgres://me:secret@db.example:5432/fleet',
    DEMO: 'true',
    ROLES: 'gateway, ingest',
    GATEWAY_GT06_PORT: '6023',
  });
  expect(config).toMatchObject({ host: '0.0.0.0', port: 9000, demo: true });
  expect(config.databaseUrl).toBe('postgres://me:secret@db.example:5432/fleet');
  expect([...config.roles]).toEqual(['gateway', 'ingest']);
  expect(config.gateway).toMatchObject({ host: '0.0.0.0', ports: { gt06: 6023 } });
});

it('listens for devices in all protocols, or in the listed ones', () => {
  expect(readConfig({}).gateway.protocols).toEqual(PROTOCOLS);
  const some = readConfig({ GATEWAY_PROTOCOLS: 'h02, gt06' });
  expect(some.gateway.protocols.map(({ name }) => name).toSorted()).toEqual(['gt06', 'h02']);
  expect(() => readConfig({ GATEWAY_PROTOCOLS: 'gt06,morse' })).toThrow(/GATEWAY_PROTOCOLS: must be all, or a list of/);
});

it('uses no geocoder unless one is configured, and then once a second', () => {
  expect(readConfig({}).geocoder).toBeNull();
  const url = 'https://geo.example/nominatim?key=abc';
  expect(readConfig({ GEOCODER_URL: url }).geocoder).toEqual({ form: 'nominatim', url, language: '', perSecond: 1 });
  const full = { GEOCODER_URL: url, GEOCODER_FORM: 'photon', GEOCODER_LANGUAGE: 'hi,en', GEOCODER_PER_SECOND: '0.5' };
  expect(readConfig(full).geocoder).toEqual({ form: 'photon', url, language: 'hi,en', perSecond: 0.5 });
  const wrong = { GEOCODER_URL: 'ftp://geo.example', GEOCODER_LANGUAGE: 'Hindi!', GEOCODER_PER_SECOND: '0' };
  expect(() => readConfig(wrong)).toThrow(/GEOCODER_URL: .*\n.*GEOCODER_LANGUAGE: .*\n.*GEOCODER_PER_SECOND: /);
});

it('uses no router unless one is configured', () => {
  expect(readConfig({}).router).toBeNull();
  const url = 'https://router.example/valhalla?key=abc';
  const router = { ROUTER_URL: url, ROUTER_FORM: 'valhalla', ROUTER_PROFILE: 'truck' };
  expect(readConfig(router).router).toEqual({ form: 'valhalla', url, profile: 'truck' });
  expect(readConfig({ ROUTER_URL: url }).router).toEqual({ form: 'osrm', url, profile: '' });
  expect(() => readConfig({ ROUTER_URL: url, ROUTER_FORM: 'google' })).toThrow(/ROUTER_FORM: must be one of osrm/);
  const tiles = { ROUTER_TILES: '/maps/valhalla.json', ROUTER_PROFILE: 'truck' };
  expect(readConfig(tiles).router).toEqual({ form: 'tiles', configFile: '/maps/valhalla.json', profile: 'truck' });
  expect(() => readConfig({ ...tiles, ROUTER_URL: url })).toThrow(
    'ROUTER_TILES: cannot be set together with ROUTER_URL',
  );
});

it('SMS_URL needs placeholders for number and text, and its host must be allowed as for webhooks', () => {
  expect(readConfig({}).smsUrl).toBeNull();
  const url = 'https://sms.example/send?key=abc&to={number}&text={text}';
  expect(readConfig({ SMS_URL: url }).smsUrl).toBe(url);
  expect(() => readConfig({ SMS_URL: 'https://sms.example/send?to={number}' })).toThrow(/SMS_URL: must contain/);
  const inside = 'http://10.0.0.5/send?to={number}&text={text}';
  expect(() => readConfig({ SMS_URL: inside })).toThrow(/SMS_URL: /);
  expect(readConfig({ SMS_URL: inside, WEBHOOK_PRIVATE_NETWORKS: 'true' }).smsUrl).toBe(inside);
  expect(() => readConfig({ SMS_URL: 'https://me:key@sms.example/{number}/{text}' })).toThrow(/SMS_URL: /);
});

it('treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: null });
});

it('reports all faults together', () => {
  const wrong = {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://db/x',
    DEMO: 'perhaps',
    ADMIN_PASSWORD: 'short',
    ROLES: 'web,kitchen',
    LOG_LEVEL: 'loud',
    GATEWAY_TELTONIKA_PORT: '99999',
  };
  for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(`${name}:`);
});

it('takes any combination of roles, and the embedded database where one process has gateway and ingest', () => {
  // The embedded database ends with the process that started it.
  for (const ROLES of ['gateway', 'ingest', 'jobs', 'web', 'web,jobs', 'ingest,web,jobs']) {
    expect(() => readConfig({ ROLES })).toThrow(/without gateway and ingest needs DATABASE_URL/);
    const { roles } = readConfig({ ROLES, DATABASE_URL: 'postgres://me@127.0.0.1/fleet' });
    expect([...roles].join()).toBe(ROLES);
  }
});

it('accepts a mail server only with a sender, a key of 32 bytes, and profile ids', () => {
  expect(readConfig({})).toMatchObject({ mail: null, publicUrl: null, secretKey: null });
  const mail = { SMTP_URL: 'smtps://me:secret@mail.example.org', MAIL_FROM: 'Fleet <fleet@example.org>' };
  expect(readConfig(mail).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM });
  expect(() => readConfig({ SMTP_URL: mail.SMTP_URL })).toThrow('MAIL_FROM');
  expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow('SECRET_KEY');
  expect(() => readConfig({ PUBLIC_URL: 'javascript:alert(1)' })).toThrow('PUBLIC_URL');
  const links = readConfig({ VEHICLE_INSTALLATION_PROFILE_IDS: '3, 4', TERRITORY_SETTINGS_PROFILE_IDS: '5' });
  expect(links.profileLinks).toEqual({ vehicleInstallation: [3, 4], territorySettings: [5] });
  expect(() => readConfig({ TERRITORY_SETTINGS_PROFILE_IDS: 'all' })).toThrow('TERRITORY_SETTINGS_PROFILE_IDS');
});

it('marks cookies as secure when people use https, unless configured otherwise', () => {
  expect(readConfig({}).secureCookies).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://fleet.example.org/' }).publicUrl).toBe('https://fleet.example.org');
  expect(readConfig({ PUBLIC_URL: 'http://fleet.example.org' }).secureCookies).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://fleet.example.org' }).secureCookies).toBe(true);
  expect(readConfig({ PUBLIC_URL: 'https://fleet.example.org', SECURE_COOKIES: 'false' }).secureCookies).toBe(false);
  expect(readConfig({ SECURE_COOKIES: 'true' }).secureCookies).toBe(true);
});

it('trusts proxies only by address or network', () => {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16,fd00::/8, loopback' });
  expect(trustedProxies).toEqual(['10.0.0.1', '192.168.0.0/16', 'fd00::/8', 'loopback']);
  for (const wrong of ['true', 'proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '*']) {
    expect(() => readConfig({ TRUSTED_PROXIES: wrong })).toThrow('TRUSTED_PROXIES:');
  }
});

it('reads raster maps completely, and reports a fault in one', () => {
  const MAP_RASTERS = JSON.stringify([{ name: 'Satellite', url: 'https://t.example/{z}/{x}/{y}.jpg' }]);
  expect(readConfig({ MAP_RASTERS }).mapRasters).toEqual([
    { name: 'Satellite', url: 'https://t.example/{z}/{x}/{y}.jpg', attribution: '', maxZoom: 19, tileSize: 256 },
  ]);
  expect(readConfig({}).mapRasters).toEqual([]);
  for (const [wrong, message] of [
    ['x', 'must be a JSON list of maps'],
    ['{}', 'must be a JSON list of maps'],
    ['[{"name":"A","url":"https://t.example/{z}/{x}.jpg"}]', 'must hold {z}, {x} and {y}'],
    ['[{"name":"A","url":"javascript:{z}{x}{y}"}]', 'must begin with http:// or https://'],
    ['[{"name":"A","url":"https://{z}.example/{x}/{y}"}]', 'must begin with http:// or https://'],
  ]) {
    expect(() => readConfig({ MAP_RASTERS: wrong }), wrong).toThrow(message);
  }
});

it('opens a port for metrics on this machine only where it is set', () => {
  expect(readConfig({}).metricsPort).toBeNull();
  expect(readConfig({ METRICS_PORT: '9464' }).metricsPort).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metricsPort?.host).toBe('0.0.0.0');
  expect(() => readConfig({ METRICS_HOST: '0.0.0.0' })).toThrow(/METRICS_HOST: must be set together with METRICS_PORT/);
  expect(() => readConfig({ METRICS_PORT: '8080' })).toThrow(/METRICS_PORT: must differ from PORT/);
});

it('writes the log as JSON, or as text', () => {
  expect(readConfig({}).logFormat).toBe('json');
  expect(readConfig({ LOG_FORMAT: 'text' }).logFormat).toBe('text');
  expect(() => readConfig({ LOG_FORMAT: 'xml' })).toThrow(/LOG_FORMAT: must be json or text/);
});

it('traces nothing unless a collector is set', () => {
  expect(readConfig({}).tracing).toBeNull();
  const endpoint = 'http://127.0.0.1:4318';
  const bare = { endpoint, headers: {}, serviceName: 'milepost', ratio: 1 };
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing).toEqual(bare);
  const OTEL_EXPORTER_OTLP_HEADERS = 'Authorization=Bearer%20a=b%2Cc, x-scope=fleet';
  const full = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG: '0.1' };
  expect(readConfig(full).tracing).toEqual({
    ...bare,
    headers: { authorization: 'Bearer a=b,c', 'x-scope': 'fleet' },
    ratio: 0.1,
  });
  const wrong = { ...full, OTEL_EXPORTER_OTLP_HEADERS: 'a b=c', OTEL_TRACES_SAMPLER_ARG: '2' };
  expect(() => readConfig(wrong)).toThrow(/OTEL_EXPORTER_OTLP_HEADERS: must look like.*\n.*OTEL_TRACES_SAMPLER_ARG/s);
});
