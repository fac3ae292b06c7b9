import { Text, Title } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './showcase-page.module.css';

interface Props {
  title: string;
  text: string;
  /** The specimens of the page by their anchors, in order. */
  contents: readonly { id: string; title: string }[];
  children: ReactNode;
}

/** A page of the component library: its specimens, and a table of contents. */
export function ShowcasePage({ title, text, contents, children }: Props) {
  const { t } = useTranslation();
  // An address with an anchor scrolls to its specimen, which exists only now.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id === '') return undefined;
    // Runs after the shell's own effect, which scrolls each new page to its top.
    const frame = requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <Title order={1} size={20}>
          {title}
        </Title>
        <Text c="dimmed" maw={860}>
          {text}
        </Text>
      </header>
      <nav className={classes['contents']} aria-label={t('showcase.contents')}>
        {contents.map((entry) => (
          <a key={entry.id} href={`#${entry.id}`} onClick={(event) => go(event, entry.id)}>
            {entry.title}
          </a>
        ))}
      </nav>
      <div className={classes['specimens']}>{children}</div>
    </div>
  );
}

function go(event: MouseEvent, id: string) {
  event.preventDefault();
  document.getElementById(id)?.scrollIntoView({ behavior: 'smooth' });
  // Through the history API: for the router this would be a navigation, and the page would scroll to its top.
  history.replaceState(history.state, '', `#${id}`);
}
