import type { MenuKey } from '@milepost/contract/rights';
import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';

interface Props extends AnchorProps {
  /** The menu whose permission opens the screen. */
  menu: MenuKey;
  to: string;
  children: ReactNode;
}

/** A link to a screen for people who may open it; plain text for others. */
export function MenuLink({ menu, to, children, ...props }: Props) {
  const mayView = useMay(menu, 'view');
  if (!mayView) return children;
  return (
    <Anchor component={Link} to={to} {...props}>
      {children}
    </Anchor>
  );
}
