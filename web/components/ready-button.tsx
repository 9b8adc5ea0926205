import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEvent, MouseEventHandler } from 'react';

interface ReadyButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Whether there is anything to do. */
  readonly ready: boolean;
  readonly type?: 'submit';
  readonly onClick?: MouseEventHandler;
}

/**
 * For a button that has nothing to do once it has done its work. It keeps the focus then, which a disabled one would lose to
 * the top of the page.
 */
export function ReadyButton({ ready, onClick, ...button }: ReadyButtonProps) {
  const act = (event: MouseEvent) => (ready ? onClick?.(event) : event.preventDefault());
  return <Button {...button} {...(ready ? {} : { 'data-disabled': true, 'aria-disabled': true })} onClick={act} />;
}
