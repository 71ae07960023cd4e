/** Checkbox, switch, radio group, segmented control and slider: the browser's own controls in Switchboard's colours. */
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { cx } from '../classes.ts'
import { useTip } from '../tooltip.tsx'
import { Field, FieldGroup, type FieldProps, fieldId } from './field.tsx'

interface BooleanInputProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void
  name?: string
  /** Why the value cannot be changed. */
  disabledReason?: string | null | false
}

function BooleanInput({
  label,
  hint,
  checked,
  onChange,
  name,
  disabledReason,
  isSwitch,
  inputClasses,
}: BooleanInputProps & { isSwitch?: boolean; inputClasses: string }) {
  const generatedId = useId()
  const id = name ? fieldId(name) : generatedId
  const tip = useTip(disabledReason)
  return (
    <div className="flex items-start gap-2">
      <input
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        id={id}
        name={name}
        checked={checked}
        aria-disabled={disabledReason ? true : undefined}
        {...tip.trigger}
        aria-describedby={cx(hint && `${id}-hint`, disabledReason && tip.trigger['aria-describedby']) || undefined}
        onChange={(event) => !disabledReason && onChange(event.target.checked, event)}
        className={cx(
          'hit shrink-0 appearance-none transition-colors aria-disabled:border-line-strong aria-disabled:bg-pressed',
          inputClasses,
        )}
      />
      {tip.bubble}
      <div className="min-w-0">
        <label htmlFor={id} className={disabledReason ? 'text-faint' : undefined}>
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className="text-label text-muted">
            {hint}
          </div>
        )}
      </div>
    </div>
  )
}

const checkboxClasses =
  'mt-[0.125rem] grid size-4 place-items-center rounded-small border border-control bg-raised checked:border-accent checked:bg-accent ' +
  "before:size-2.5 before:bg-on-accent before:opacity-0 checked:before:opacity-100 before:[clip-path:polygon(14%_44%,0_65%,50%_100%,100%_16%,80%_0,43%_62%)] before:content-['']"
/** A setting in a form, which takes effect when the form is submitted. */
export const Checkbox = (props: BooleanInputProps) => <BooleanInput {...props} inputClasses={checkboxClasses} />

const switchClasses =
  'mt-[0.125rem] h-4.5 w-8 rounded-full border border-control bg-raised checked:border-accent checked:bg-accent ' +
  "before:m-[2px] before:block before:size-3 before:rounded-full before:bg-muted before:transition-transform checked:before:translate-x-3.5 checked:before:bg-on-accent before:content-['']"
/** A setting that takes effect immediately. */
export const Switch = (props: BooleanInputProps) => <BooleanInput {...props} isSwitch inputClasses={switchClasses} />

export interface Option<Value extends string = string> {
  value: Value
  label: string
  hint?: ReactNode
  disabledReason?: string | null | false
}

interface ChoiceProps<Value extends string> extends FieldProps {
  value: Value | null
  onChange: (value: Value) => void
  options: readonly Option<Value>[]
}

/** One of a few options, each with an optional hint. */
export function RadioGroup<Value extends string>({ value, onChange, options, ...field }: ChoiceProps<Value>) {
  const group = useId()
  return (
    <FieldGroup {...field}>
      {options.map((option) => (
        <div key={option.value} className="flex items-start gap-2">
          <input
            type="radio"
            id={`${group}-${option.value}`}
            name={group}
            value={option.value}
            checked={option.value === value}
            disabled={Boolean(option.disabledReason)}
            aria-describedby={option.hint || option.disabledReason ? `${group}-${option.value}-hint` : undefined}
            onChange={() => onChange(option.value)}
            className="hit mt-[0.125rem] size-4 shrink-0 appearance-none rounded-full border border-control bg-raised checked:border-[5px] checked:border-accent disabled:border-line-strong disabled:bg-pressed"
          />
          <div className="min-w-0">
            <label htmlFor={`${group}-${option.value}`} className={option.disabledReason ? 'text-faint' : undefined}>
              {option.label}
            </label>
            {(option.hint || option.disabledReason) && (
              <div id={`${group}-${option.value}-hint`} className="text-label text-muted">
                {option.disabledReason || option.hint}
              </div>
            )}
          </div>
        </div>
      ))}
    </FieldGroup>
  )
}

/** One of two to five options with short labels. */
export function SegmentedControl<Value extends string>({ value, onChange, options, ...field }: ChoiceProps<Value>) {
  const group = useId()
  return (
    <FieldGroup {...field}>
      <div className="inline-flex w-fit max-w-full flex-wrap rounded-base border border-line-strong bg-ground p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="inline-flex min-h-[calc(var(--spacing-control)-0.375rem)] items-center rounded-small px-2.5 text-label wrap-anywhere text-soft transition-colors select-none hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--color-line-strong)] forced-colors:has-checked:outline-1 forced-colors:has-checked:outline-[Highlight] has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

interface SliderProps extends FieldProps {
  /** null: not set. */
  value: number | null
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** The text beside the slider, such as "0.7" or "70 %". */
  format?: (value: number) => string
}

/** A value in a range, with its number. */
export function Slider({ value, onChange, min = 0, max = 1, step = 0.05, format = String, ...field }: SliderProps) {
  const shown = value === null ? 'Not set' : format(value)
  return (
    <Field {...field}>
      {(inputProps) => (
        <span className="flex h-control items-center gap-3">
          <input
            {...inputProps}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value ?? (min + max) / 2}
            aria-valuetext={shown}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className={cx('h-6 min-w-0 flex-1 accent-accent', value === null && 'opacity-60')}
          />
          <output htmlFor={inputProps.id} className="w-14 text-right text-muted">
            {shown}
          </output>
        </span>
      )}
    </Field>
  )
}
