/** Told when away: what comes while nobody looks at the tab. */
import { readyAgent } from './calls.ts'
import { askToStart, csv, people } from './launching.ts'
import { arrive, colleague } from './operators.ts'
import { expect, test } from './world.ts'

// As in life: the batch that runs from the beginning does not end meanwhile, which would be news too.
test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a tab that is hidden asks only the counts, and its title tells of an unknown outcome', { tag: ['@R26'] }, async ({
  page,
  world,
}) => {
  await page.clock.install()
  await arrive(page, 'campaign_manager')
  await expect(page.getByRole('region', { name: 'Calls in progress' })).toBeVisible()
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      Object.defineProperty(document, 'hidden', { value: now === 'hidden', configurable: true })
      // As browsers do it: the event comes to the document and rises to the window.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  const first = page.waitForResponse('**/gateway/counts')
  await see('hidden')
  await first
  // However long the colleague takes: here no time goes by.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What the page fetches of itself beforehand tells nobody anything.
    if (!pathname.startsWith('/assets/')) asked.push(pathname)
  })

  // A colleague's start loses its answer.
  const agent = await readyAgent(world)
  const { error } = await askToStart(
    await colleague(world, 'admin'),
    agent.id,
    csv('+12025550156,Lost,Answer,gold', ...people(2)),
  )
  expect(error?.message).toContain('Some calls may already be under way.')

  asked.length = 0
  await page.clock.fastForward(31_000)
  await expect(page).toHaveTitle(/^\(1 new\) .*Overview/)
  expect(asked).toEqual(['/gateway/counts'])
  await page.clock.resume()
  await see('visible')
  await expect(page).not.toHaveTitle(/new/)
})
