import { expect, it } from 'vitest'
import { columnsAt, listWidths } from '#kit/list/definition.ts'
import { auditList } from './columns.tsx'

it('the audit names the target of an action at every width, and the operator in a column from 50 rem on', () => {
  const { columns } = auditList([])
  const idsAt = listWidths.map((_, level) => columnsAt(columns, level).map(({ id }) => id))
  for (const [level, ids] of idsAt.entries()) {
    const operator = (listWidths[level] ?? 0) >= 50 ? ['operator'] : []
    expect(ids).toEqual(['endpoint', 'thing', ...operator, 'state', 'when'])
  }
})
