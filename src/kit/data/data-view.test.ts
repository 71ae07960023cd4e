import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DataView } from './data-view.tsx'

describe('data that may be empty', () => {
  const shown = (data: readonly string[] | undefined, isPlaceholder: boolean) => {
    const props: Parameters<typeof DataView<readonly string[]>>[0] = {
      query: { data, readAt: 1, refusal: null, isLoading: data === undefined, isPlaceholder, retry: () => {} },
      loading: 'Loading…',
      isEmpty: (rows) => rows.length === 0,
      empty: 'Nothing found',
      children: (rows) => rows.join(', '),
    }
    return renderToStaticMarkup(createElement(DataView<readonly string[]>, props))
  }

  it('says that nothing was found only as the answer to its own question', () => {
    expect(shown(undefined, false)).toBe('Loading…')
    expect(shown([], true)).toBe('Loading…')
    expect(shown([], false)).toBe('Nothing found')
    expect(shown(['Renewals'], true)).toBe('Renewals')
  })
})
