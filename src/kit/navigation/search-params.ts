/** The state of a page in its address: a schema over the search parameters, with defaults. Invalid values fall back to them. */
import { useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'

type Schema = z.ZodMiniObject

/** Parses field by field, so that one invalid value does not reset the others. Every field has a default or is optional. */
function parse<S extends Schema>(schema: S, search: URLSearchParams): z.output<S> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const result = (field as z.ZodMiniType).safeParse(search.get(name) ?? undefined)
    values[name] = result.success ? result.data : (field as z.ZodMiniType).safeParse(undefined).data
  }
  return values as z.output<S>
}

/** For loaders: the same values that the component gets from `useSearch`. */
export const parseSearch = <S extends Schema>(schema: S, url: string): z.output<S> =>
  parse(schema, new URL(url).searchParams)

/**
 * The values of the address, and a function that changes some of them. A value that equals its default is removed from the address.
 *
 * @param schema `z.object` of `zod/mini`; each field has a default or is optional, and accepts a string
 */
export function useSearch<S extends Schema>(
  schema: S,
): [z.output<S>, (patch: Partial<z.output<S>>, options?: { replace?: boolean }) => void] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const set = (patch: Partial<z.output<S>>, { replace = false } = {}) => {
    const defaults = parse(schema, new URLSearchParams()) as Record<string, unknown>
    // Not the values of the last render: this function would change with the address, and whatever has it would render again.
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(patch)) {
      if (value === undefined || value === null || value === defaults[name]) next.delete(name)
      else next.set(name, String(value))
    }
    void navigate(`?${next}`, { replace, preventScrollReset: true })
  }
  return [parse(schema, search), set]
}
