import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';
import type { Cluster } from './cluster-index.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** The order of the statuses around the ring, from the top: moving vehicles first. */
const ORDER = [1, 2, 6, 3, 4, 5, 0] as const;
const GAP_SHARE = 0.012;

/** The side of a ring in px: grows with the logarithm of its count, from 38 to 64. */
export const ringSize = (count: number): number => Math.round(Math.min(64, 32 + 8 * Math.log10(Math.max(count, 3))));

/**
 * The arcs of a ring as shares of its circumference: the status, the start and the length. The gaps between arcs are
 * subtracted.
 */
export function ringArcs(counts: readonly number[]): { status: number; from: number; share: number }[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const present = ORDER.filter((status) => (counts[status] ?? 0) > 0);
  const gap = present.length > 1 ? GAP_SHARE : 0;
  let from = 0;
  return present.map((status) => {
    const share = (counts[status] ?? 0) / total;
    const arc = { status, from: from + gap / 2, share: Math.max(share - gap, 0.005) };
    from += share;
    return arc;
  });
}

/** Draws the ring of a cluster into a button; the colours come from the theme through CSS. */
export function drawRing(button: HTMLElement, cluster: Cluster, label: string): void {
  const size = ringSize(cluster.count);
  const radius = size / 2 - 5;
  const round = 2 * Math.PI * radius;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('width', String(size));
  svg.setAttribute('height', String(size));
  svg.setAttribute('aria-hidden', 'true');
  for (const { status, from, share } of ringArcs(cluster.counts)) {
    const arc = document.createElementNS(SVG, 'circle');
    arc.setAttribute('cx', String(size / 2));
    arc.setAttribute('cy', String(size / 2));
    arc.setAttribute('r', String(radius));
    arc.setAttribute('fill', 'none');
    arc.setAttribute('stroke-width', '5');
    arc.setAttribute('stroke-dasharray', `${share * round} ${round}`);
    arc.setAttribute('transform', `rotate(${from * 360 - 90} ${size / 2} ${size / 2})`);
    arc.style.stroke = `var(--status-${VEHICLE_STATUSES[status] ?? 'never'})`;
    svg.append(arc);
  }
  const badges = [
    { kind: 'alarmed', count: cluster.alarmed },
    { kind: 'out', count: cluster.out },
  ].flatMap(({ kind, count }) => (count > 0 ? [badge(kind, count)] : []));
  const number = document.createElement('span');
  number.textContent = cluster.count < 1000 ? String(cluster.count) : `${(cluster.count / 1000).toFixed(1)}k`;
  button.style.width = button.style.height = `${size}px`;
  button.setAttribute('aria-label', label);
  button.toggleAttribute('data-alarmed', cluster.alarmed > 0);
  button.replaceChildren(svg, number, ...badges);
}

/** A number on the edge of a ring; the label of its button states what it counts. */
function badge(kind: string, count: number): HTMLElement {
  const element = document.createElement('span');
  element.className = 'milepost-cluster-badge';
  element.dataset['kind'] = kind;
  element.ariaHidden = 'true';
  element.textContent = count < 100 ? String(count) : '99+';
  return element;
}
