import type { FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** The smaller one first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/**
 * The encoding of an answer according to the request's `Accept-Encoding` (RFC 9110, section 12.5.3): the one with the
 * highest weight, the smaller of equal ones; null sends the bytes unencoded. Browsers offer `br` only on HTTPS and
 * loopback.
 */
export function encodingFor(request: Pick<FastifyRequest, 'headers'>): Encoding | null;
export function encodingFor<Offered extends string>(
  request: Pick<FastifyRequest, 'headers'>,
  offered: readonly Offered[],
): Offered | null;
export function encodingFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly string[] = ENCODINGS,
): string | null {
  const weights = weightsOf(headers['accept-encoding']);
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = offered.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null;
}

function weightsOf(header: string | string[] | undefined): Map<string, number> {
  const parts = String(header ?? '')
    .toLowerCase()
    .split(',');
  return new Map(
    parts.map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return [name, Number.isFinite(weight) ? weight : 0];
    }),
  );
}
