import { cx } from '../classes.ts'
import { Glyph, type Icon, Spinner } from '../status/icon.tsx'
import { type ButtonProps, useButton } from './button.tsx'

interface Props extends Omit<ButtonProps, 'children' | 'icon' | 'variant'> {
  /** What the button does, for screen readers and the tooltip. */
  label: string
  icon: Icon
  pressed?: boolean
}

/** A button that shows only an icon. */
export function IconButton({ label, icon, size = 'base', pressed, ...rest }: Props) {
  const { props, tip } = useButton(rest, label)
  return (
    <>
      <button
        {...props}
        aria-label={label}
        aria-pressed={pressed}
        // A tooltip that only repeats the label must not be announced twice.
        aria-describedby={rest.disabledReason ? props['aria-describedby'] : undefined}
        className={cx(
          'inline-grid print:hidden shrink-0 place-items-center rounded-base text-muted transition-colors hover:bg-hover hover:text-ink aria-disabled:text-faint aria-pressed:bg-accent-soft aria-pressed:text-accent',
          size === 'base' ? 'size-control' : 'size-control-small',
        )}
      >
        {rest.pending ? <Spinner /> : <Glyph icon={icon} size={size === 'base' ? 'base' : 'small'} />}
      </button>
      {tip.bubble}
    </>
  )
}
