/** The errors of a form in one place, each with a link to its field. It takes the focus after a failed attempt. */
import { useEffect, useRef } from 'react'
import { linkLook } from '../classes.ts'
import * as texts from '../lazy-texts.ts'
import { fieldId } from './field.tsx'

interface Props {
  /** The names and errors of the fields, in the order of the form. */
  errors: readonly { name: string; message: string }[]
  /** The number of attempts. With each new one, the summary takes the focus; while somebody types, it does not. */
  attempt: number
  /** What was not done: "The agent was not created." */
  outcome: string
}

export function FormSummary({ errors, attempt, outcome }: Props) {
  const summary = useRef<HTMLDivElement>(null)
  // The document's focus follows the attempt.
  useEffect(() => {
    if (attempt > 0) summary.current?.focus()
  }, [attempt])
  if (attempt === 0 || errors.length === 0) return null
  return (
    <div
      ref={summary}
      tabIndex={-1}
      role="alert"
      aria-labelledby="form-summary"
      className="rounded-base border border-danger/40 bg-danger-soft px-3 py-2"
    >
      <h2 id="form-summary" className="text-base font-medium">
        {texts.formProblems(outcome, errors.length)}
      </h2>
      <ul className="mt-1 list-disc pl-5">
        {errors.map(({ name, message }) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              className={linkLook}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(name))?.focus()
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
