/** Fields for text and numbers. */
import type { ComponentProps, ReactNode } from 'react'
import { controlClasses, cx } from '../classes.ts'
import { Field, type FieldProps, splitProps } from './field.tsx'

type NativeProps<Tag extends 'input' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  keyof FieldProps | 'value' | 'onChange' | 'className' | 'style'
>

interface TextFieldProps extends FieldProps, NativeProps<'input'> {
  value: string
  onChange: (value: string) => void
  /** Uses the monospaced font, for IDs and phone numbers. */
  mono?: boolean
  /** Shown at the end of the input, such as a unit or a country. */
  suffix?: ReactNode
}

export function TextField({ value, onChange, mono, suffix, ...props }: TextFieldProps) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(wired) => (
        <span className={cx('relative flex items-center', control.type === 'time' && 'max-w-32')}>
          <input
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            {...control}
            {...wired}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={cx(controlClasses, 'h-control', mono && 'mono', suffix && 'pr-16')}
          />
          {suffix && <span className="pointer-events-none absolute right-2 text-label text-muted">{suffix}</span>}
        </span>
      )}
    </Field>
  )
}

interface NumberFieldProps
  extends Omit<TextFieldProps, 'value' | 'onChange' | 'mono' | 'inputMode' | 'min' | 'max' | 'step'> {
  /** null: empty, or not a number. */
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
}

/** A number. The hint shows the bounds and the form checks them; typed text is never corrected. */
export function NumberField({ value, onChange, step = 1, suffix, ...props }: NumberFieldProps) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(wired) => (
        <span className="relative flex max-w-32 items-center">
          <input
            {...control}
            {...wired}
            type="number"
            inputMode="decimal"
            step={step}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
            // Scrolling the page must not change the number.
            onWheel={(event) => event.currentTarget.blur()}
            className={cx(controlClasses, 'h-control', suffix && 'pr-12')}
          />
          {suffix && <span className="pointer-events-none absolute right-7 text-label text-muted">{suffix}</span>}
        </span>
      )}
    </Field>
  )
}

interface TextAreaProps extends FieldProps, NativeProps<'textarea'> {
  value: string
  onChange: (value: string) => void
  mono?: boolean
}

/** A field for longer text. It grows with its content. */
export function TextArea({ value, onChange, mono, rows = 4, ...props }: TextAreaProps) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(wired) => (
        <textarea
          dir="auto"
          {...control}
          {...wired}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(controlClasses, 'field-sizing-content max-h-96 min-h-20 resize-y py-1.5', mono && 'mono')}
        />
      )}
    </Field>
  )
}
