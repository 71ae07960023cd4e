/** The mode of the service, across the top of a confirm dialog. */
import { cx } from '#ui/classes.ts'
import { useMode } from './mode-badge.tsx'

export function ModeBand() {
  const { mode, label, meaning, style } = useMode()
  return (
    <p className={cx('flex border-b text-label', style)}>
      <span className={cx('flex-1 px-4 py-1.5', mode === 'simulation' && 'ml-4 bg-raised')}>
        <strong className="font-semibold tracking-[0.06em] uppercase">{label}</strong> · {meaning}
      </span>
    </p>
  )
}
