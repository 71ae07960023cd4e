/** Helpers for the options of a flow's fields. A service may have values that are no option; they are kept. */
import type { Option } from '#ui/forms/choice.tsx'
import * as texts from './texts.tsx'

/** The options, and the current value if it is none of them. */
export const withCurrent = (options: readonly Option[], current: string): readonly Option[] =>
  current === '' || options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }]

export const optionLabel = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? (value || texts.notSpecified)
