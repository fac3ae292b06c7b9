import { Kbd, Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './key-help.module.css';

/** Keys of the application by what they do; the names are catalogue keys. */
const KEYS = [
  ['palette', ['Ctrl', 'K']],
  ['search', ['/']],
  ['rows', ['j', 'k']],
  ['open', ['Enter']],
  ['follow', ['f']],
  ['close', ['Esc']],
  ['help', ['?']],
] as const;

/** Shows the keys when `?` is pressed. */
export function KeyHelp() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useHotkeys([['shift+?', () => setOpened(true)]], undefined, undefined);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <KeyList />
    </Modal>
  );
}

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
