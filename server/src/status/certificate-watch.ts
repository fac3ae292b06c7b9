import { connect } from 'node:tls';
import { reasonOf } from '../fault.ts';

export interface Certificate {
  host: string;
  /** Null if it could not be read. */
  validTo: Date | null;
  fault: string | null;
}

export interface CertificateWatch {
  /** Null without an https address, and before the first check. */
  read(): Certificate | null;
  /** Resolves when it has been read; also called by a timer. */
  check(): Promise<void>;
  close(): void;
}

const CHECK_EVERY_MS = 6 * 3_600_000;
const WITHIN_MS = 10_000;

/** Watches until when the certificate is valid that browsers get at the public address, wherever TLS ends. */
export function watchCertificate(publicUrl: string | null): CertificateWatch {
  const url = publicUrl?.startsWith('https:') ? new URL(publicUrl) : null;
  let newest: Certificate | null = null;
  const check = async () => {
    if (!url) return;
    const host = url.host;
    newest = await readCertificate(url.hostname, Number(url.port || 443)).then(
      (validTo) => ({ host, validTo, fault: null }),
      (error: unknown) => ({ host, validTo: null, fault: reasonOf(error).slice(0, 200) }),
    );
  };
  void check();
  const timer = url && setInterval(() => void check(), CHECK_EVERY_MS).unref();
  return { read: () => newest, check, close: () => timer && clearInterval(timer) };
}

function readCertificate(hostname: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    // An expired or private certificate is read too: it is only looked at, and nothing is sent.
    const socket = connect({ host: hostname, port, servername: hostname, rejectUnauthorized: false });
    socket.setTimeout(WITHIN_MS, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      socket.destroy();
      const at = new Date(validTo);
      if (Number.isNaN(at.getTime())) reject(new Error('no certificate'));
      else resolve(at);
    });
  });
}
