/** CSS classes that several components share. */
import { clsx } from 'clsx'

export const cx = clsx

/** For a link in running text. */
export const linkClasses =
  'rounded-small text-accent underline decoration-accent/35 underline-offset-2 hover:text-accent-hover hover:decoration-current'

/** For an input, a select or a text area. */
export const controlClasses =
  'w-full min-w-0 rounded-base border border-control bg-raised px-2 text-base text-ink transition-colors ' +
  'hover:border-muted aria-invalid:border-danger aria-disabled:bg-ground aria-disabled:text-faint ' +
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0'

/** For the button of a select. */
export const selectClasses = `${controlClasses} inline-flex h-control cursor-default items-center justify-between gap-2 text-left select-none`

/** For floating elements: menus, lists, tooltips. */
export const floatingClasses = 'rounded-base bg-raised text-ink shadow-float outline-none'

/** For an option in a floating list. */
export const optionClasses =
  'flex min-h-control-small cursor-default items-center gap-2 rounded-small px-2 py-1 text-base outline-none select-none ' +
  'data-highlighted:bg-accent-soft data-disabled:text-faint'
