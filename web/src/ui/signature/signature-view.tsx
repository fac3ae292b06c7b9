import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '@milepost/contract/inspection-kinds';
import classes from './signature.module.css';

/** Strokes, each with x and y alternating, in thousandths of the width. */
export type Strokes = readonly (readonly number[])[];

/** The strokes as lines of an SVG with the view box of a signature. */
export function SignatureLines({ strokes }: { strokes: Strokes }) {
  return strokes.map((stroke, index) => (
    <polyline key={index} points={stroke.join(' ')} className={classes['stroke']} />
  ));
}

/** A signature as it was drawn. */
export function SignatureView({ strokes, label }: { strokes: Strokes; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`}
      role="img"
      aria-label={label}
      className={classes['view']}
    >
      <SignatureLines strokes={strokes} />
    </svg>
  );
}
