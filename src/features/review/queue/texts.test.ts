import { expect, it } from 'vitest'
import { riskLabels } from './texts.ts'

const labelOf = (...found: string[]) => riskLabels([{ kind: 'new_date', found }])

it('writes the new dates of all drafts in one form, and what it cannot read as the draft has it', () => {
  expect(labelOf('December 2nd')).toBe(labelOf('2nd of December'))
  expect(labelOf('Monday', '3:30 pm')).toBe(labelOf('Monday', '15:30'))
  expect(labelOf('December 2nd')).not.toBe(labelOf('December 3rd'))
  expect(labelOf('2nd of December', '15:30')).toBe('New date Dec 2, 3:30 PM')
  expect(labelOf('tomorrow', 'at 3')).toBe('New date tomorrow, at 3')
})

it.each(['2027-12-02', '2.12.2027', '2.12.27', 'February 30', '31st of June'])(
  'keeps what may be the mistake in a date: %s',
  (date) => expect(labelOf(date)).toBe(`New date ${date}`),
)
