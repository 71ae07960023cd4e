/** A filter with few choices, of which the first is to filter nothing. */
import { Select } from '#ui/forms/select.tsx'

/** The value of the option that does not filter. The value of an option cannot be empty. No ID is this. */
const noFilter = '*'

interface Props {
  label: string
  /** The option that does not filter. */
  all: string
  /** '': nothing is filtered. */
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

export const ChoiceSelect = ({ label, all, value, options, onChange }: Props) => (
  <div className="w-52 max-sm:min-w-40 max-sm:flex-1">
    <Select
      label={label}
      labelHidden
      value={value || noFilter}
      options={[{ value: noFilter, label: all }, ...options]}
      onChange={(next) => onChange(next === noFilter ? '' : next)}
    />
  </div>
)
