/** Helpers for the options of a flow's fields. A service may use other values than these. The form keeps them. */
import type { Option } from '#ui/forms/choice.tsx'
import * as texts from './texts.tsx'

/** Adds the current value to the options if it is not one of them. */
export const withCurrent = (options: readonly Option[], current: string): readonly Option[] =>
  current === '' || options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }]

export const optionLabel = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? (value || texts.notSpecified)
