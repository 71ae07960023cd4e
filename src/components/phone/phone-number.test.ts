import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhoneNumber } from './phone-number.tsx'

test('a number has its groups in the first paint, and no line ends in it', () => {
  const html = renderToStaticMarkup(createElement(PhoneNumber, { number: '+447700900587' }))
  expect(html).toContain('+44 7700 900587')
  expect(html).toMatch(/<span[^>]* class="[^"]*whitespace-nowrap[^"]*">\+44 7700 900587</)
  expect(html).not.toContain('break-all')
})
