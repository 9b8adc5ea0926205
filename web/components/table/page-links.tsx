import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../frame/icons.tsx';

export type AnchorElementProps<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

// Links between pages, styled as Mantine's. With `component={Link}` nothing would check path and search.

export const AnchorLink = createLink((props: AnchorElementProps<AnchorProps>) => <Anchor {...props} />);

export const ButtonLink = createLink((props: AnchorElementProps<ButtonProps>) => <Button component="a" {...props} />);

/** Above the title, to the page that this one belongs to. */
export const BackLink = createLink((props: AnchorElementProps<ButtonProps>) => (
  <Button
    component="a"
    className="back-to-list"
    variant="subtle"
    leftSection={<Icon name="back" size={18} />}
    {...props}
  />
));
