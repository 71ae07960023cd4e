/** The four steps in view of each other: where one is, what each has to say, and which can be gone to. */
import { PlainLink } from '#kit/navigation/link.tsx'
import { cx } from '#ui/classes.ts'
import { fileSize, number, plural } from '#ui/text/format-number.ts'
import { fileOf, type Launch, missingOf, type Step, stepOf, steps } from './state/launch.ts'
import { launchSearch } from './state/launch-search.ts'

export const stepTitles: Record<Step, string> = {
  upload: 'Upload',
  validate: 'Validate',
  preview: 'Preview',
  start: 'Start',
}

const facts: Record<Step, (launch: Launch) => string> = {
  upload: ({ source }) => (source ? `${source.name}, ${fileSize(source.size)}` : 'A CSV file with the people to call'),
  validate: (launch) => {
    const file = fileOf(launch)
    if (!file) return 'Every row is checked'
    const { read, valid } = file.counts
    return `${number(valid)} of ${plural(read, 'row', 'rows')} can be called`
  },
  preview: () => 'The calls as they will be made',
  start: (launch) => {
    if (launch.unknown) return 'Nobody knows whether it started'
    return fileOf(launch) && missingOf(launch).length === 0 ? 'Check and start' : 'Name, agent, time'
  },
}

export function Steps({ launch, current }: { launch: Launch; current: Step }) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-4 divide-x divide-line overflow-clip rounded-large border border-line bg-raised">
        {steps.map((step, index) => {
          const isCurrent = step === current
          const reachable = stepOf(launch, step) === step
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
                  {stepTitles[step]}
                </span>
                <span className="block text-label break-words text-muted max-md:sr-only">{facts[step](launch)}</span>
              </span>
            </>
          )
          const look = cx(
            'flex h-full gap-2.5 px-3 py-2 max-md:flex-col max-md:items-center max-md:gap-1 max-md:px-1 max-md:text-center max-md:text-label',
            isCurrent && 'bg-accent-soft',
          )
          return (
            <li key={step}>
              {reachable ? (
                <PlainLink
                  to={launchSearch(step)}
                  aria-current={isCurrent ? 'step' : undefined}
                  className={cx(look, 'text-ink hover:bg-hover focus-visible:-outline-offset-2')}
                >
                  {content}
                </PlainLink>
              ) : (
                <div className={cx(look, 'text-faint')}>{content}</div>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
