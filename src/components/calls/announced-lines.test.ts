import { expect, it } from 'vitest'
import { finalLines } from './announced-lines.tsx'

const line = (index: number, content: string) => ({ id: index, index, role: 'agent', content, at: null })

it('a line is final when the next one has begun, or when it has not changed for some seconds', () => {
  const first = line(0, 'Hello.')
  const spoken = line(1, 'I woul')
  const corrected = line(1, 'I would like that')
  expect(finalLines([], null)).toEqual([])
  expect(finalLines([first], null)).toEqual([])
  expect(finalLines([first, spoken], '0 Hello.')).toEqual([first])
  expect(finalLines([first, corrected], '1 I woul')).toEqual([first])
  expect(finalLines([first, corrected], '1 I would like that')).toEqual([first, corrected])
  expect(finalLines([first, corrected, line(2, 'Fine.')], null)).toEqual([first, corrected])
})

it('a line that has just begun is not final because the line before it had the same words', () => {
  const lines = [line(0, 'Yes'), line(1, 'Yes')]
  expect(finalLines(lines, '0 Yes')).toEqual([line(0, 'Yes')])
})
