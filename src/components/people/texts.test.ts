import { expect, test } from 'vitest'
import { numberHint } from './texts.ts'

test.each(['07700 900123', 'Ada 07700 900123', '1 4I5 555 O134', '1415555O134'])(
  '%j gets a hint to numbers',
  (text) => {
    expect(numberHint(text)).toContain('country code')
  },
)

test.each(['batch_6571182346326219', '92211bbba5ffe5d3c320feca', '4155550134@vtext.com', 'Ada 2026', ''])(
  '%j gets no hint to numbers',
  (text) => {
    expect(numberHint(text)).toBe('')
  },
)
