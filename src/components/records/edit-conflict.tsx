/** A record that somebody else changed while it was edited: what they changed, and a choice where both changed the same. */
import { useEffect, useRef } from 'react'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Time } from '#ui/time/time.tsx'
import { type Merge, same, valueAt } from './record-draft.ts'

interface Props<Draft, Path extends string> {
  /** What it is, such as "agent". */
  noun: string
  labels: Record<Path, string>
  change: Merge<Draft, Path> & {
    /** The record as it is now, as the form would show it. */
    now: Draft
    /** When it was changed. */
    at: string
  }
  draft: Draft
  shown: (path: Path, value: unknown) => string
  onChoose: (path: Path, value: unknown) => void
}

const choices = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Use theirs' },
] as const

export function ChangedMeanwhile<Draft, Path extends string>({
  noun,
  labels,
  change: { draft: mine, now, at, taken, disputed },
  draft,
  shown,
  onChoose,
}: Props<Draft, Path>) {
  const panel = useRef<HTMLElement>(null)
  // The document's focus: what happened is above the button that was pressed.
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="alert"
      aria-labelledby="changed-meanwhile"
      className="flex flex-col gap-2 rounded-base border border-accent/40 bg-accent-soft px-3 py-2"
    >
      <h2 id="changed-meanwhile" className="text-base font-medium">
        Somebody changed this {noun} while you were editing. Nothing was sent.
      </h2>
      <p className="text-soft">
        Changed <Time at={at} show="second" />. {disputed.length > 0 && 'Choose where you both changed the same. '}
        Then save again.
      </p>
      {disputed.length > 0 && (
        <ul aria-label="Changed by both" className="flex flex-col gap-2">
          {disputed.map((path) => {
            const values = { mine: valueAt(mine, path), theirs: valueAt(now, path) }
            return (
              <li key={path} className="rounded-base border border-line bg-raised px-3 py-2">
                <SegmentedControl
                  label={labels[path]}
                  options={choices}
                  value={same(valueAt(draft, path), values.theirs) ? 'theirs' : 'mine'}
                  onChange={(whose) => onChoose(path, values[whose])}
                />
                <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2">
                  <Version term="Yours" text={shown(path, values.mine)} />
                  <Version term="Theirs, in the service now" text={shown(path, values.theirs)} />
                </dl>
              </li>
            )
          })}
        </ul>
      )}
      {taken.length > 0 && (
        <div>
          <p>Taken over from them, as you had not touched it:</p>
          <ul aria-label="Taken over" className="list-disc pl-5">
            {taken.map((path) => (
              <li key={path} className="break-words">
                {labels[path]}: <span className="line-clamp-3">{shown(path, valueAt(now, path))}</span>
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
