import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseSearch } from './search-params.ts'

const Search = z.object({
  page: z._default(z.pipe(z.coerce.number<string>(), z.int().check(z.gte(1))), 1),
  status: z._default(z.enum(['all', 'failed']), 'all'),
  call: z.optional(z.string()),
})
const parse = (query: string) => parseSearch(Search, `http://localhost/batches${query}`)

describe('the state of a page in its address', () => {
  it('has its defaults if the address has no parameters', () => {
    expect(parse('')).toEqual({ page: 1, status: 'all', call: undefined })
  })

  it('is read from the address', () => {
    expect(parse('?page=3&status=failed&call=call_9')).toEqual({ page: 3, status: 'failed', call: 'call_9' })
  })

  it('falls back to the default of each invalid value', () => {
    expect(parse('?page=-4&status=failed')).toEqual({ page: 1, status: 'failed', call: undefined })
    expect(parse('?page=two&status=melted&other=x')).toEqual({ page: 1, status: 'all', call: undefined })
  })
})
