import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** One element of ASN.1 in its distinguished encoding (ITU-T X.690, 8.1). */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`, 'latin1'));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = objectId('550403');
const SUBJECT_ALT_NAME = objectId('551d11');
const DAY_MS = 86_400_000;

/** A key and a self-signed certificate for `localhost`, 127.0.0.1 and ::1, valid for a day (RFC 5280, 4.1). */
export function localCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))));
  const hosts = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])])),
  );
  const toSign = sequence(
    // Version 3, a positive serial number, and the signature algorithm.
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(new Date(Date.now() - DAY_MS)), utcTime(new Date(Date.now() + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, hosts)))),
  );
  const signature = createSign('sha256').update(toSign).sign(privateKey);
  const certificate = sequence(toSign, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
