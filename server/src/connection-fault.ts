import type { Fault, PlainCode } from '@milepost/contract/fault';
import { codeOf, reasonOf } from './fault.ts';

const MAX_DETAIL = 300;

/** The fault that a failed connection to another host shows to people; the system's own message is its detail. */
export const connectionFault = (error: unknown, code: string | undefined = codeOf(error)): Fault =>
  withDetail(faultCodeOf(code ?? ''), error);

/** A fault with the thrown error as its detail; without a code, the detail is everything. */
export function withDetail(code: PlainCode | null, error: unknown): Fault {
  const words = reasonOf(error).trim().slice(0, MAX_DETAIL);
  return code === null ? { code: 'in-words', params: { words } } : { code, detail: words };
}

function faultCodeOf(code: string): PlainCode | null {
  const known = FAULTS[code];
  if (known) return known;
  return code === 'EPROTO' || /^ERR_(SSL|TLS)_/.test(code) ? 'host-not-secure' : null;
}

/** By the codes of Node's sockets, its resolver and OpenSSL. */
const FAULTS: Readonly<Record<string, PlainCode>> = {
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-not-looked-up',
  ECONNREFUSED: 'host-refused',
  ECONNRESET: 'host-reset',
  ECONNABORTED: 'host-reset',
  EPIPE: 'host-reset',
  EHOSTUNREACH: 'host-unreachable',
  EHOSTDOWN: 'host-unreachable',
  ENETUNREACH: 'host-unreachable',
  ETIMEDOUT: 'host-silent',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-other-name',
  CERT_UNTRUSTED: 'certificate-untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
};
