/** Shows what somebody else changed in a record while it was edited, and asks which version to keep of each conflicting field. */
import { useEffect, useRef } from 'react'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Time } from '#ui/time/time.tsx'
import { isEqual, type Merge, valueAt } from './draft/record-draft.ts'

interface Props<Draft, Path extends string> {
  /** Such as "agent". */
  noun: string
  labels: Record<Path, string>
  change: Merge<Draft, Path> & {
    /** The record as it is now, as the form would show it. */
    now: Draft
    /** When it was changed. */
    at: string
  }
  draft: Draft
  formatValue: (path: Path, value: unknown) => string
  onChoose: (path: Path, value: unknown) => void
}

const choices = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Use theirs' },
] as const

export function EditConflict<Draft, Path extends string>({
  noun,
  labels,
  change: { draft: mine, now, at, adopted, conflicting },
  draft,
  formatValue,
  onChoose,
}: Props<Draft, Path>) {
  const panel = useRef<HTMLElement>(null)
  // The explanation is above the button that was pressed, so it takes the focus.
  useEffect(() => panel.current?.focus(), [])
  const time = <Time at={at} show="second" />
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="alert"
      aria-labelledby="changed-meanwhile"
      className="flex flex-col gap-2 rounded-base border border-accent/40 bg-accent-soft px-3 py-2"
    >
      <h2 id="changed-meanwhile" className="text-base font-medium">
        Someone else changed this {noun} while you were editing. Nothing was sent.
      </h2>
      <p className="text-soft">
        {conflicting.length > 0 ? (
          <>Changed {time}. For each field that you both changed, choose a version. Then save again.</>
        ) : (
          <>Changed {time}. Save again to send your changes.</>
        )}
      </p>
      {conflicting.length > 0 && (
        <ul aria-label="Fields that you both changed" className="flex flex-col gap-2">
          {conflicting.map((path) => {
            const values = { mine: valueAt(mine, path), theirs: valueAt(now, path) }
            return (
              <li key={path} className="rounded-base border border-line bg-raised px-3 py-2">
                <SegmentedControl
                  label={labels[path]}
                  options={choices}
                  value={isEqual(valueAt(draft, path), values.theirs) ? 'theirs' : 'mine'}
                  onChange={(whose) => onChoose(path, values[whose])}
                />
                <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2">
                  <Version term="Your version" text={formatValue(path, values.mine)} />
                  <Version term="Their version, saved in the service" text={formatValue(path, values.theirs)} />
                </dl>
              </li>
            )
          })}
        </ul>
      )}
      {adopted.length > 0 && (
        <div>
          <p>Their changes to other fields are now in your form:</p>
          <ul aria-label="Their changes in your form" className="list-disc pl-5">
            {adopted.map((path) => (
              <li key={path} className="break-words">
                {labels[path]}:{' '}
                <span dir="auto" className="line-clamp-3">
                  {formatValue(path, valueAt(now, path))}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const Version = ({ term, text }: { term: string; text: string }) => (
  <div className="min-w-0">
    <dt className="text-label text-muted">{term}</dt>
    <dd className="max-h-40 overflow-y-auto break-words whitespace-pre-line">{text}</dd>
  </div>
)
