import { describe, expect, it } from 'vitest'
import { matching, oneOf, page, parseSearch, wholeFrom } from './search-params.ts'

const fields = {
  page,
  status: oneOf(['all', 'failed'], 'all'),
  call: matching(/^call_\d$/, undefined),
  hour: wholeFrom(0, null, 23),
}
const parse = (query: string) => parseSearch(fields, `http://localhost/batches${query}`)

describe('the state of a page in its address', () => {
  it('has its defaults if the address has no parameters', () => {
    expect(parse('')).toEqual({ page: 1, status: 'all', call: undefined, hour: null })
  })

  it('is read from the address', () => {
    const read = { page: 3, status: 'failed', call: 'call_9', hour: 0 }
    expect(parse('?page=3&status=failed&call=call_9&hour=0')).toEqual(read)
  })

  it('falls back to the default of each invalid value', () => {
    expect(parse('?page=-4&status=failed&call=9&hour=24')).toEqual({ ...parse(''), status: 'failed' })
    expect(parse('?page=two&status=melted&call=&hour=&other=x')).toEqual(parse(''))
    expect(parse('?page=1e3&hour=1.5')).toEqual(parse(''))
    expect(parse('?page=0x10&hour=%2023')).toEqual(parse(''))
  })
})
