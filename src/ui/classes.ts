/** Class names that several primitives share. */
import { clsx } from 'clsx'

export const cx = clsx

/** A link in running text. */
export const linkLook =
  'rounded-small text-accent underline decoration-accent/35 underline-offset-2 hover:text-accent-hover hover:decoration-current'

/** An input, a select or a text area. */
export const controlLook =
  'w-full min-w-0 rounded-base border border-control bg-raised px-2 text-base text-ink transition-colors ' +
  'hover:border-muted aria-invalid:border-danger aria-disabled:bg-ground aria-disabled:text-faint ' +
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0'

/** Floating elements: menus, lists, tooltips. */
export const floatLook = 'rounded-base bg-raised text-ink shadow-float outline-none'

/** An option in a floating list. */
export const optionLook =
  'flex min-h-control-small cursor-default items-center gap-2 rounded-small px-2 py-1 text-base outline-none select-none ' +
  'data-highlighted:bg-accent-soft data-disabled:text-faint'
