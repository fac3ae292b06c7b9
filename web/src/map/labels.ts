export interface LabelCandidate {
  id: number;
  text: string;
  /** The vehicle's position on the screen, px. */
  x: number;
  y: number;
}

/** The font size of a label on the screen, px; its top is this far below the vehicle. */
export const LABEL_FONT_PX = 11;
const CHARACTER_PX = 6.9;
const PADDING_PX = 10;
export const LABEL_HEIGHT_PX = 18;
export const LABEL_DROP_PX = 15;

/** Half the side of the square that a vehicle's icon needs. */
const ICON_HALF_PX = 11;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function labelBox({ text, x, y }: LabelCandidate): Box {
  const half = (text.length * CHARACTER_PX + PADDING_PX) / 2;
  return { left: x - half, top: y + LABEL_DROP_PX, right: x + half, bottom: y + LABEL_DROP_PX + LABEL_HEIGHT_PX };
}

/**
 * Chooses the vehicles whose registrations are shown, so that no label covers another label or vehicle. A visible label
 * stays while possible, to avoid flicker; the selected vehicle's label takes precedence.
 */
export function chooseLabels(
  candidates: readonly LabelCandidate[],
  shown: ReadonlySet<number>,
  selectedId: number | null,
): LabelCandidate[] {
  const rank = (candidate: LabelCandidate) => (candidate.id === selectedId ? 0 : shown.has(candidate.id) ? 1 : 2);
  const ordered = candidates.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id);
  const icons = candidates.map(({ id, x, y }) => ({
    id,
    left: x - ICON_HALF_PX,
    top: y - ICON_HALF_PX,
    right: x + ICON_HALF_PX,
    bottom: y + ICON_HALF_PX,
  }));
  const chosen: LabelCandidate[] = [];
  const boxes: Box[] = [];
  for (const candidate of ordered) {
    const box = labelBox(candidate);
    const free =
      candidate.id === selectedId ||
      (!boxes.some((other) => overlap(box, other)) &&
        !icons.some((icon) => icon.id !== candidate.id && overlap(box, icon)));
    if (!free) continue;
    chosen.push(candidate);
    boxes.push(box);
  }
  return chosen;
}
