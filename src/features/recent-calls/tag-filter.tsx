import { Select } from '#ui/forms/select.tsx'
import type { FilterProps } from './agent-filter.tsx'
import * as texts from './texts.tsx'

/** The value of the option that does not filter. It is longer than a tag may be. */
const noFilter = '*'.repeat(40)

/** Selects the calls with one tag. Hidden until the team has put a tag on a call. */
export function TagFilter({
  search: { tag },
  onChange,
  knownTags,
}: FilterProps & {
  knownTags: readonly string[]
}) {
  const hasTag = tag === '' || knownTags.some((known) => known.toLowerCase() === tag.toLowerCase())
  const tags = hasTag ? knownTags : [...knownTags, tag].toSorted((a, b) => a.localeCompare(b))
  if (tags.length === 0) return null
  return (
    <div className="w-40 max-sm:flex-1">
      <Select
        label={texts.tagLabel}
        labelHidden
        value={tags.find((known) => known.toLowerCase() === tag.toLowerCase()) ?? noFilter}
        options={[{ value: noFilter, label: texts.allTags }, ...tags.map((value) => ({ value, label: value }))]}
        onChange={(next) => onChange({ tag: next === noFilter ? '' : next })}
      />
    </div>
  )
}
