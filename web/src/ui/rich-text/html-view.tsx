import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import classes from './html-view.module.css';

/** The elements that a message can contain; of others only the text is shown. */
const MARKS = new Set('p br strong em u s h2 h3 ul ol li blockquote hr code pre'.split(' '));
const VOID = new Set(['br', 'hr']);
const LEADS = /^(?:https?:|mailto:)/i;

/** Formatted text, rendered element by element: none of it is ever passed to the browser as HTML. */
export function HtmlView({ html }: { html: string }) {
  const nodes = useMemo(() => drawn(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return (
    <div className={classes['text']} dir="auto">
      {nodes}
    </div>
  );
}

const drawn = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((node, at) => <Fragment key={at}>{draw(node)}</Fragment>);

function draw(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null;
  const mark = node.tagName.toLowerCase();
  if (VOID.has(mark)) return createElement(mark);
  if (MARKS.has(mark)) return createElement(mark, null, ...drawn(node));
  const href = node.getAttribute('href');
  if (mark !== 'a' || href === null || !LEADS.test(href)) return drawn(node);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {drawn(node)}
    </a>
  );
}
