/** The label, hint and error of a field, connected to its control for screen readers. */

import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { Glyph } from '../status/icon.tsx'

export interface FieldProps {
  label: string
  /** Explains what to enter. */
  hint?: ReactNode
  /** What is wrong with the value, as a sentence. */
  error?: string | null
  /** Marks the label as optional. */
  optional?: boolean
  /** Shows the label only to screen readers, if a heading or a column already shows it. */
  labelHidden?: boolean
  /** The field's name in a form. The error summary links to it. */
  name?: string
}

/** The props of a field, and the other ones, which are its control's. */
export const splitProps = <Props extends FieldProps>(props: Props) => {
  const { label, hint, error, optional, labelHidden, name, ...control } = props
  return { field: { label, hint, error, optional, labelHidden, name }, control }
}

/** The ID of the control of a named field, which the error summary links to. */
export const fieldId = (name: string) => `field-${name}`

interface ControlProps {
  id: string
  name: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const HintAndError = ({
  ids,
  hint,
  error,
}: {
  ids: { hint: string; error: string }
  hint: ReactNode
  error: ReactNode
}) => (
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

function useControlProps({ hint, error, name }: Pick<FieldProps, 'hint' | 'error' | 'name'>) {
  const generatedId = useId()
  const id = name ? fieldId(name) : generatedId
  const ids = { hint: `${id}-hint`, error: `${id}-error` }
  const describedBy = [error && ids.error, hint && ids.hint].filter(Boolean).join(' ')
  const controlProps: ControlProps = {
    id,
    name,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return { ids, wired: controlProps }
}

const Optional = () => <span className="font-normal text-muted">{' (optional)'}</span>

/** A control with its label. */
export function Field({
  label,
  hint,
  error,
  optional,
  labelHidden,
  name,
  children,
}: FieldProps & { children: (wired: ControlProps) => ReactNode }) {
  const { ids, wired } = useControlProps({ hint, error, name })
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={wired.id} id={`${wired.id}-label`} className={labelHidden ? 'sr-only' : 'text-label font-medium'}>
        {label}
        {optional && <Optional />}
      </label>
      {children(wired)}
      <HintAndError ids={ids} hint={hint} error={error} />
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
  const { ids, wired } = useControlProps({ hint, error, name })
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
      <HintAndError ids={ids} hint={hint} error={error} />
    </fieldset>
  )
}
