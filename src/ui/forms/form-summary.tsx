/** The errors of a form in one place, each with a link to its field. It takes the focus after a failed attempt. */
import { useEffect, useId, useRef } from 'react'
import { linkClasses } from '../classes.ts'
import { fieldId } from './field.tsx'

interface Props {
  /** The names and errors of the fields, in the order of the form. */
  errors: readonly { name: string; message: string }[]
  /** The number of failed attempts to submit. The summary takes the focus at each new one, but not while somebody types. */
  attempts: number
  /** What was not done: "The agent was not created." */
  outcome: string
  /** Shows a field that may be hidden, such as on another tab, and focuses it. */
  onShowField?: (name: string) => void
}

const focusField = (name: string) => document.getElementById(fieldId(name))?.focus()

export function FormSummary({ errors, attempts, outcome, onShowField = focusField }: Props) {
  const heading = useId()
  const summary = useRef<HTMLDivElement>(null)
  // Moves the focus to the summary after each failed attempt.
  useEffect(() => {
    if (attempts > 0) summary.current?.focus()
  }, [attempts])
  if (attempts === 0 || errors.length === 0) return null
  return (
    <div
      ref={summary}
      tabIndex={-1}
      role="alert"
      aria-labelledby={heading}
      className="rounded-base border border-danger/40 bg-danger-soft px-3 py-2"
    >
      <h2 id={heading} className="text-base font-medium">
        {outcome} {errors.length === 1 ? 'One field needs' : `${errors.length} fields need`} your attention.
      </h2>
      <ul className="mt-1 list-disc pl-5">
        {errors.map(({ name, message }) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              className={linkClasses}
              onClick={(event) => {
                event.preventDefault()
                onShowField(name)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
