import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './key-list.module.css';

/** The keys of the application by their effect; the labels are catalogue keys. */
const KEYS = [
  ['palette', ['Ctrl', 'K']],
  ['search', ['/']],
  ['rows', ['j', 'k', '↓', '↑']],
  ['open', ['Enter']],
  ['acknowledge', ['a']],
  ['wall', ['s', 'n', 'c', 'm']],
  ['follow', ['f']],
  ['play', ['Space']],
  ['step', ['←', '→']],
  ['close', ['Esc']],
  ['help', ['?']],
] as const;

/** The keys and their effects. */
export function KeyList() {
  const { t } = useTranslation();
  return (
    <dl className={classes['keys']}>
      {KEYS.map(([name, keys]) => (
        <div key={name}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{t(`keys.${name}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
