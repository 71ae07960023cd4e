/** The suggestions of a field that takes any value: those that records of this workspace have come first, with how many have them. Pure. */
import type { Suggestion } from '#ui/forms/suggest-field.tsx'
import { plural } from '#ui/text/format-number.ts'

const named = (name: string, note: string) => (name === '' ? note : `${name} · ${note}`)
/** A value, compared without case and spaces around it. */
const suggestionKey = (value: string) => value.trim().toLowerCase()

export interface Suggested {
  value: string
  /** What it is, such as the name of a voice; '' for nothing. */
  name: string
}

/**
 * @param used the value of each record, with repetitions
 * @param suggested what Switchboard suggests besides
 * @param noun the records, such as ['agent', 'agents']
 */
export function suggestionsFrom(
  used: readonly Suggested[],
  suggested: readonly Suggested[],
  noun: readonly [one: string, many: string],
): Suggestion[] {
  const found = new Map<string, Suggested & { count: number }>()
  for (const { value, name } of used) {
    const known = found.get(suggestionKey(value))
    if (value.trim() !== '') {
      found.set(suggestionKey(value), {
        value: known?.value ?? value,
        name: known?.name || name,
        count: (known?.count ?? 0) + 1,
      })
    }
  }
  const ofRecords = [...found.values()]
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value))
    .map(({ value, name, count }) => {
      const suggestedName = suggested.find((one) => suggestionKey(one.value) === suggestionKey(value))?.name ?? ''
      return { value, note: named(name || suggestedName, `used by ${plural(count, ...noun)}`) }
    })
  const others = suggested
    .filter(({ value }) => !found.has(suggestionKey(value)))
    .map(({ value, name }) => ({ value, note: named(name, 'suggestion') }))
  return [...ofRecords, ...others]
}

/** The same for values whose names follow from them, if they have any. */
export function suggestionsOf(
  used: readonly string[],
  suggested: readonly string[],
  noun: readonly [string, string],
  nameOf: (value: string) => string = () => '',
) {
  const withName = (value: string): Suggested => ({ value, name: nameOf(value) })
  return suggestionsFrom(used.map(withName), suggested.map(withName), noun)
}
