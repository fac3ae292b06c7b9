/** The brand's mark: a heading arrow, cut in two like a milestone in low sun. `size` in px. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <path fill="var(--accent)" d="M16 2 29 28.2c.6 1.3-.7 2.6-2 2L16 25 5 30.2c-1.3.6-2.6-.7-2-2Z" />
      <path fill="#000" fillOpacity={0.22} d="M16 2v23l11 5.2c1.3.6 2.6-.7 2-2Z" />
    </svg>
  );
}
