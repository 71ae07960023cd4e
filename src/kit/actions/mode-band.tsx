import { useSession } from '#api/session.ts'
import { cx } from '#ui/classes.ts'
import { modeLooks, modeWords } from './mode-badge.tsx'

/** The whole width at the top of a confirm. */
export function ModeBand() {
  const { mode } = useSession()
  const { word, meaning } = modeWords[mode]
  return (
    <p className={cx('flex border-b text-label', modeLooks[mode])}>
      <span className={cx('flex-1 px-4 py-1.5', mode === 'simulation' && 'ml-4 bg-raised')}>
        <strong className="font-semibold tracking-[0.06em] uppercase">{word}</strong> · {meaning}
      </span>
    </p>
  )
}
