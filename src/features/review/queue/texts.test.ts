import { expect, it } from 'vitest'
import { riskLabels } from './texts.ts'

const labelOf = (...found: string[]) => riskLabels([{ kind: 'new_date', found }])

it('writes the new dates of all drafts in one form, and what it cannot read as the draft has it', () => {
  expect(labelOf('December 2nd')).toBe(labelOf('2nd of December'))
  expect(labelOf('2026-12-02')).toBe(labelOf('2nd of December'))
  expect(labelOf('Monday', '3:30 pm')).toBe(labelOf('Monday', '15:30'))
  expect(labelOf('December 2nd')).not.toBe(labelOf('December 3rd'))
  expect(labelOf('tomorrow', 'at 3')).toBe('New date tomorrow, at 3')
})
