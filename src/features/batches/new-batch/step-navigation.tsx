/** The four steps of a new batch, with a fact about each, and links to those that are available. */
import { PlainLink } from '#kit/navigation/link.tsx'
import { cx } from '#ui/classes.ts'
import { fileSize, number, plural } from '#ui/text/format-number.ts'
import { fileOf, type NewBatch, type Step, startObstaclesOf, stepOf, steps } from './state/new-batch.ts'
import { newBatchSearch } from './state/new-batch-search.ts'
import * as texts from './texts.tsx'

const stepFacts: Record<Step, (newBatch: NewBatch) => string> = {
  upload: ({ source }) => (source ? `${source.name}, ${fileSize(source.size)}` : 'A file with the people to call'),
  validate: (newBatch) => {
    const file = fileOf(newBatch)
    if (!file) return 'Check every row'
    const { read, valid } = file.counts
    return `${number(valid)} of ${plural(read, 'row', 'rows')} can be called`
  },
  preview: () => 'Check the calls before they are made',
  start: (newBatch) => {
    if (newBatch.unknown) return 'Start not confirmed'
    return fileOf(newBatch) && startObstaclesOf(newBatch).length === 0 ? 'Review and start' : 'Name, agent, time'
  },
}

export function Steps({ newBatch, current }: { newBatch: NewBatch; current: Step }) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-4 divide-x divide-line overflow-clip rounded-large border border-line bg-raised">
        {steps.map((step, index) => {
          const isCurrent = step === current
          const isAvailable = stepOf(newBatch, step) === step
          const content = (
            <>
              <span
                aria-hidden
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full border text-label font-medium',
                  isCurrent ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-muted',
                )}
              >
                {index + 1}
              </span>
              <span className="min-w-0">
                <span className={cx('block', isCurrent ? 'font-semibold text-ink' : 'font-medium')}>
                  {texts.stepTitles[step]}
                </span>
                <span className="block text-label break-words text-muted max-md:sr-only">
                  {stepFacts[step](newBatch)}
                </span>
              </span>
            </>
          )
          const className = cx(
            'flex h-full gap-2.5 px-3 py-2 max-md:flex-col max-md:items-center max-md:gap-1 max-md:px-1 max-md:text-center max-md:text-label',
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
