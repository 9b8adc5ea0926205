import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEvent, MouseEventHandler } from 'react';

interface ReadyButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Whether there is anything to do. */
  readonly ready: boolean;
  readonly type?: 'submit';
  readonly onClick?: MouseEventHandler;
}

/**
 * A button that may have nothing left to do after its work. It then keeps the focus, which a disabled button would lose to the
 * top of the page.
 */
export function ReadyButton({ ready, onClick, ...button }: ReadyButtonProps) {
  const act = (event: MouseEvent) => (ready ? onClick?.(event) : event.preventDefault());
  return <Button {...button} {...(ready ? {} : { 'data-disabled': true, 'aria-disabled': true })} onClick={act} />;
}
