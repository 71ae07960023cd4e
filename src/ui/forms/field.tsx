/** The label, hint and error of a field, connected to its control for screen readers. */

import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import * as texts from '../lazy-texts.ts'
import { Glyph } from '../status/icon.tsx'

export interface FieldProps {
  label: string
  /** What to enter. */
  hint?: ReactNode
  /** What is wrong with the value, as a sentence. */
  error?: string | null
  /** Marks the label as optional. */
  optional?: boolean
  /** Only for screen readers, if a heading or a column already shows the label. */
  labelHidden?: boolean
  /** The field's name in a form. The error summary links to it. */
  name?: string
}

/** The ID of the control of a named field, which the error summary links to. */
export const fieldId = (name: string) => `field-${name}`

interface Wired {
  id: string
  name: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const Below = ({ ids, hint, error }: { ids: { hint: string; error: string }; hint: ReactNode; error: ReactNode }) => (
  <>
    {hint && (
      <div id={ids.hint} className="text-label text-pretty text-muted">
        {hint}
      </div>
    )}
    {error && (
      <div id={ids.error} className="flex gap-1.5 text-label text-danger">
        <span className="mt-px">
          <Glyph icon={CircleAlert} size="small" />
        </span>
        {error}
      </div>
    )}
  </>
)

function useWiring({ hint, error, name }: Pick<FieldProps, 'hint' | 'error' | 'name'>) {
  const own = useId()
  const id = name ? fieldId(name) : own
  const ids = { hint: `${id}-hint`, error: `${id}-error` }
  const described = [error && ids.error, hint && ids.hint].filter(Boolean).join(' ')
  const wired: Wired = {
    id,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return { ids, wired }
}

const Optional = () => <span className="font-normal text-muted">{texts.optionalMark}</span>

/** A control with its label. */
export function Field({
  label,
  hint,
  error,
  optional,
  labelHidden,
  name,
  children,
}: FieldProps & { children: (wired: Wired) => ReactNode }) {
  const { ids, wired } = useWiring({ hint, error, name })
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={wired.id} id={`${wired.id}-label`} className={labelHidden ? 'sr-only' : 'text-label font-medium'}>
        {label}
        {optional && <Optional />}
      </label>
      {children(wired)}
      <Below ids={ids} hint={hint} error={error} />
    </div>
  )
}

/** A group of controls with a common label. */
export function FieldGroup({
  label,
  hint,
  error,
  optional,
  labelHidden,
  name,
  children,
}: FieldProps & { children: ReactNode }) {
  const { ids, wired } = useWiring({ hint, error, name })
  return (
    <fieldset
      id={wired.id}
      tabIndex={-1}
      aria-describedby={wired['aria-describedby']}
      aria-invalid={wired['aria-invalid']}
      className="flex min-w-0 flex-col gap-1.5 outline-none"
    >
      <legend className={labelHidden ? 'sr-only' : 'mb-1 text-label font-medium'}>
        {label}
        {optional && <Optional />}
      </legend>
      {children}
      <Below ids={ids} hint={hint} error={error} />
    </fieldset>
  )
}
