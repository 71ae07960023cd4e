/**
 * The state of a page in its address: a function for each search parameter, which reads its value. Without zod, which would be loaded before
 * the first rows of nearly every page.
 */
import { useNavigate, useSearchParams } from 'react-router'

/** Reads a parameter; null: the address does not have it. What it does not understand is as if it were missing. */
export type Field<Value> = (text: string | null) => Value
export type Fields = Readonly<Record<string, Field<unknown>>>
/** The values of an address. */
export type Values<F extends Fields> = { -readonly [Name in keyof F]: ReturnType<F[Name]> }

/** Any text; '' for none. */
export const anyText: Field<string> = (text) => text ?? ''

/** One of these words. */
export const oneOf =
  <const Word extends string, const Other>(words: readonly Word[], other: Other): Field<Word | Other> =>
  (text) =>
    words.find((word) => word === text) ?? other

/** A text that fits a pattern. */
export const matching =
  <const Other>(pattern: RegExp, other: Other): Field<string | Other> =>
  (text) =>
    text !== null && pattern.test(text) ? text : other

/** A whole number: digits and nothing else, as the gateway takes it. */
export const wholeFrom =
  <const Other>(least: number, other: Other, most = Number.MAX_SAFE_INTEGER): Field<number | Other> =>
  (text) => {
    const value = text !== null && /^\d+$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : other
  }

/** The page of a list. */
export const page = wholeFrom(1, 1)

const parse = <F extends Fields>(fields: F, search: URLSearchParams) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field(search.get(name))])) as Values<F>

/** For loaders: the same values that the component gets from `useSearch`. */
export const parseSearch = <F extends Fields>(fields: F, url: string): Values<F> =>
  parse(fields, new URL(url).searchParams)

/** The values of the address, and a function that changes some of them. A value that a missing parameter has is removed from the address. */
export function useSearch<F extends Fields>(
  fields: F,
): [Values<F>, (patch: Partial<Values<F>>, options?: { replace?: boolean }) => void] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const set = (patch: Partial<Values<F>>, { replace = false } = {}) => {
    // Not the values of the last render: this function would change with the address, and whatever has it would render again.
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(patch)) {
      if (value === undefined || value === null || value === fields[name]?.(null)) next.delete(name)
      else next.set(name, String(value))
    }
    void navigate(`?${next}`, { replace, preventScrollReset: true })
  }
  return [parse(fields, search), set]
}
