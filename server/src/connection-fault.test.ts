import { expect, test } from 'vitest';
import { connectionFault } from './connection-fault.ts';

// Codes of Node's documentation: "Common system errors" and "X509 certificate error codes".
test.each([
  ['ENOTFOUND', 'host-unknown'],
  ['ETIMEDOUT', 'host-silent'],
  ['CERT_HAS_EXPIRED', 'certificate-expired'],
  ['CERT_NOT_YET_VALID', 'certificate-untrusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-untrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-other-name'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'host-not-secure'],
  ['EPROTO', 'host-not-secure'],
])("%s is reported as %s, with the system's message", (code, expected) => {
  const error = Object.assign(new Error('words of the system'), { code });
  expect(connectionFault(error)).toEqual({ code: expected, detail: 'words of the system' });
});

test('an error without a known code is reported with its own message', () => {
  expect(connectionFault(new Error('odd'))).toEqual({ code: 'in-words', params: { words: 'odd' } });
  expect(connectionFault('odder')).toEqual({ code: 'in-words', params: { words: 'odder' } });
});

test('messages are truncated after 300 characters', () => {
  const error = Object.assign(new Error('x'.repeat(1000)), { code: 'EPIPE' });
  expect(connectionFault(error).detail).toHaveLength(300);
});
