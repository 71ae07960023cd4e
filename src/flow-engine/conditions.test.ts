import { expect, it } from 'vitest'
import { classifyBranch } from './conditions.ts'

it('recognizes the branch for a yes or a no by the first word of its label', () => {
  const labels = (wanted: string) =>
    ['Yes', 'y', 'Agrees', 'Still suits', 'Keep it', 'OK', 'Works']
      .concat(['No', 'n', 'Not interested', "Can't come", 'Declined', 'Refuses'])
      .concat(['Next week', 'Yesterday', 'Cancel', 'Another day', 'Nobody there', ''])
      .filter((label) => classifyBranch(label) === wanted)
  expect(labels('yes')).toEqual(['Yes', 'y', 'Agrees', 'Still suits', 'Keep it', 'OK', 'Works'])
  expect(labels('no')).toEqual(['No', 'n', 'Not interested', "Can't come", 'Declined', 'Refuses'])
})
