/** The mode of the service, across the top of a confirm dialog. */
import { useSession } from '#api/session.ts'
import { cx } from '#ui/classes.ts'
import * as texts from '../texts.tsx'
import { modeStyles } from './mode-badge.tsx'

export function ModeBand() {
  const { mode } = useSession()
  const { label, meaning } = texts.modeTexts[mode]
  return (
    <p className={cx('flex border-b text-label', modeStyles[mode])}>
      <span className={cx('flex-1 px-4 py-1.5', mode === 'simulation' && 'ml-4 bg-raised')}>
        <strong className="font-semibold tracking-[0.06em] uppercase">{label}</strong> · {meaning}
      </span>
    </p>
  )
}
