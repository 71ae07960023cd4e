import { describe, expect, it } from 'vitest'
import { pastedIds } from './pasted-conversation-ids.ts'

describe('pasted conversation IDs', () => {
  it('are found in a list with any separators, without duplicates', () => {
    expect(pastedIds(' 65f0aa, 65f0ab;\n"65f0ac"\t[65f0aa]\n').ids).toEqual(['65f0aa', '65f0ab', '65f0ac'])
  })

  it('are found in URLs', () => {
    expect(pastedIds('https://host.example/conversations/65f0aa?x=1 and /v1/api/conversations/65f0ab/').ids).toEqual([
      '65f0aa',
      'and',
      '65f0ab',
    ])
  })

  it('leave out words that cannot be an ID', () => {
    expect(pastedIds('65f0aa +14155550134 a.b')).toEqual({ ids: ['65f0aa'], unusable: ['+14155550134', 'a.b'] })
    expect(pastedIds('   ')).toEqual({ ids: [], unusable: [] })
  })
})
