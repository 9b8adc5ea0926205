import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorElementProps } from '../components/table/page-links.tsx';

/** Separate from the other links, so that the sign-in page does not load the menu. */
export const MenuLink = createLink((props: AnchorElementProps<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
