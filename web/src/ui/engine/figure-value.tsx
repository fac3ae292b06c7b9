import type { FigureText } from './figure-text.ts';
import { HiddenText } from '../hidden-text/hidden-text.tsx';
import classes from './figure-value.module.css';

/** A figure that can be unknown, or known in part; the remark is in its title and is read aloud. */
export function FigureValue({ figure: { text, why, part } }: { figure: FigureText }) {
  if (why === null) return text;
  return (
    <abbr title={why}>
      {text}
      {part !== undefined && (
        <small className={classes['part']} aria-hidden>
          {' ('}
          <bdi dir="ltr">{part}</bdi>)
        </small>
      )}
      <HiddenText>{` (${why})`}</HiddenText>
    </abbr>
  );
}
