/** The way through the audit: each page goes on below the last step of the one before, so that new steps move none. */
import { useLocation } from 'react-router'
import { PlainLink } from '#kit/navigation/link.tsx'
import { buttonLook } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'

interface Props {
  /** null: more than 1,000. */
  total: number | null
  /** The step above which this page begins; undefined: it is the first. */
  before: number | undefined
  /** Of the following page; null: there is none. */
  next: number | null
}

export function OlderSteps({ total, before, next }: Props) {
  const { search } = useLocation()
  const at = (step: number | null) => {
    const to = new URLSearchParams(search)
    if (step === null) to.delete('before')
    else to.set('before', String(step))
    return `?${to}`
  }
  const link = (to: string, words: string) => (
    <PlainLink to={to} className={buttonLook('quiet', 'small')}>
      {words}
    </PlainLink>
  )
  return (
    <nav
      aria-label="Pages of steps"
      className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-label text-muted tabular-nums"
    >
      <span className="mr-auto">{total === null ? 'More than 1,000 steps' : plural(total, 'step', 'steps')}</span>
      {before !== undefined && link(at(null), 'Newest steps')}
      {next !== null && link(at(next), 'Older steps')}
    </nav>
  )
}
