/** Buttons. A disabled button can still be focused, and its tooltip says why it is disabled. */
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from '../classes.ts'
import { Glyph, type Icon, Spinner } from '../status/icon.tsx'
import { useTip } from '../tooltip.tsx'

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'base' | 'small'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover forced-colors:border',
  quiet: 'border border-line-strong bg-raised text-ink hover:border-control hover:bg-hover',
  ghost: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover forced-colors:border',
}
const disabledClasses = 'border border-line bg-transparent text-faint'
const sizes: Record<ButtonSize, string> = {
  base: 'h-control gap-1.5 px-3 text-base',
  small: 'h-control-small gap-1 px-2 text-label',
}

/** The CSS classes of a button, also for a link that looks like one. */
export const buttonClasses = (variant: ButtonVariant, size: ButtonSize = 'base', isEnabled = true) =>
  cx(
    'relative inline-flex print:hidden shrink-0 items-center justify-center rounded-base font-medium whitespace-nowrap transition-colors select-none',
    sizes[size],
    isEnabled ? variants[variant] : disabledClasses,
  )

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'style'> {
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: Icon
  /** Why the button is disabled, as a sentence or a list of them; empty if it is enabled. */
  disabledReason?: ReactNode
  /** Whether the action is in progress. A pending button keeps its width and ignores clicks. */
  pending?: boolean
}

/** Click handling and accessible state of a button that may be disabled or pending. */
export function useButton(
  { disabledReason, pending, onClick, ...rest }: Omit<ButtonProps, 'children'>,
  tipText?: ReactNode,
) {
  const tip = useTip(disabledReason || tipText)
  const isBlocked = Boolean(disabledReason) || pending === true
  return {
    tip,
    props: {
      type: 'button' as const,
      ...rest,
      ...tip.trigger,
      'aria-disabled': isBlocked || undefined,
      'aria-busy': pending || undefined,
      onClick: (event: MouseEvent<HTMLButtonElement>) => {
        if (!isBlocked) return onClick?.(event)
        event.preventDefault()
        event.stopPropagation()
        // There is no hover on a touch screen, so a tap shows the reason.
        if (disabledReason) tip.show(event.currentTarget)
      },
    },
  }
}

export function Button({ children, variant = 'quiet', size = 'base', icon, ...rest }: ButtonProps) {
  const { props, tip } = useButton(rest)
  return (
    <>
      <button {...props} className={buttonClasses(variant, size, !rest.disabledReason)}>
        {rest.pending && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
        <span className={cx('inline-flex items-center gap-[inherit]', rest.pending && 'opacity-0')}>
          {icon && <Glyph icon={icon} />}
          {children}
        </span>
      </button>
      {tip.bubble}
    </>
  )
}
