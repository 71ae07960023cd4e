/** The four steps of a new batch, with links to those that are available, and the way to the next one. */
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { PlainLink } from '#kit/navigation/link.tsx'
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { type NewBatch, type Step, stepOf, steps } from './state/new-batch.ts'
import { newBatchSearch } from './state/new-batch-search.ts'
import * as texts from './texts.tsx'

export function Steps({ newBatch, current }: { newBatch: NewBatch; current: Step }) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-4 divide-x divide-line overflow-clip rounded-large border border-line bg-raised">
        {steps.map((step, index) => {
          const isCurrent = step === current
          const isAvailable = stepOf(newBatch, step) === step
          const isDone = index < steps.indexOf(current)
          const content = (
            <>
              <span
                aria-hidden
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full border text-label font-medium',
                  isCurrent
                    ? 'border-accent bg-accent text-on-accent'
                    : isDone
                      ? 'border-control text-ink'
                      : 'border-line-strong text-muted',
                )}
              >
                {isDone ? <Glyph icon={Check} size="small" /> : index + 1}
              </span>
              <span className={cx('min-w-0', isCurrent ? 'font-semibold text-ink' : 'font-medium')}>
                {texts.stepTitles[step]}
                {isDone && <span className="sr-only">, done</span>}
                {step === 'upload' && newBatch.source && (
                  <span className="font-normal break-words text-muted max-md:sr-only">
                    {' '}
                    {visibleText(newBatch.source.name)}
                  </span>
                )}
              </span>
            </>
          )
          const className = cx(
            'flex h-full items-center gap-2.5 px-3 py-1.5 max-md:flex-col max-md:gap-1 max-md:px-1 max-md:text-center max-md:text-label',
            isCurrent && 'bg-accent-soft',
          )
          return (
            <li key={step}>
              {isAvailable ? (
                <PlainLink
                  to={newBatchSearch(step)}
                  aria-current={isCurrent ? 'step' : undefined}
                  className={cx(className, 'text-ink hover:bg-hover focus-visible:-outline-offset-2')}
                >
                  {content}
                </PlainLink>
              ) : (
                <div className={cx(className, 'text-faint')}>{content}</div>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface FooterProps {
  back?: ReactNode
  /** How many will be called. On a phone, the button says it. */
  summary: string
  /** The button or link that goes on. */
  children: ReactNode
}

/** The way back and the way on. It stays in view at the bottom of the window, at every step in the same place. */
export const StepFooter = ({ back, summary, children }: FooterProps) => (
  <div
    data-save-bar=""
    className="sticky bottom-0 z-10 -mx-3 -mb-16 flex min-h-14 items-center gap-x-4 border-t border-line bg-surface px-3 sm:-mx-gutter sm:px-gutter"
  >
    {back}
    <p className="min-w-0 flex-1 truncate text-right text-muted max-sm:sr-only">{summary}</p>
    <span className="ml-auto">{children}</span>
  </div>
)
