import { expect, it } from 'vitest'
import { noteOpenPage, recentPages } from './recent-pages.ts'

it('lists the records that were open, the latest first, each once with its latest title, without forms and the open page', () => {
  const open = (path: string, title: string) => noteOpenPage({ path, title, list: 'Agents' })
  open('/agents/a', 'Agent')
  open('/agents/a', 'Ada')
  open('/agents/b', 'Ben')
  open('/agents/b/edit', 'Edit Ben')
  open('/agents/a', 'Ada')
  expect(recentPages('/agents').map(({ title }) => title)).toEqual(['Ada', 'Ben'])
  expect(recentPages('/agents/a').map(({ title }) => title)).toEqual(['Ben'])
  for (const name of 'cdefghi') open(`/agents/${name}`, name)
  expect(recentPages('/agents')).toHaveLength(6)
})
