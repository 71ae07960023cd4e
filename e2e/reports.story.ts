/** Reports: the outcomes of the calls that the team has seen, without a request to the service. */
import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { createColleague, openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { batchIdOf, completedBatchName } from './page-list.ts'
import { expect, test } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a manager sees by keyboard when people answer, on how many calls that rests, takes the figures along, and compares agents', {
  tag: ['@job'],
}, async ({ page, world }) => {
  await test.step('a manager sees by keyboard when people answer, on how many calls that rests, and takes the figures along', async () => {
    // Only what somebody opens is counted, so that no figure grows between a look at it and at its calls.
    const admin = await createColleague(world, 'admin')
    expect((await admin.request.put('/gateway/outcome-share', { data: { percent: 0 } })).status()).toBe(200)
    await openAs(page, 'campaign_manager')
    await navigateTo(page, `/batches/${await batchIdOf(world, completedBatchName)}`)
    await expect(pageHeading(page, completedBatchName)).toBeVisible()
    await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()

    const sentToService: string[] = []
    page.on('request', (request) => {
      if (/^\/(api|v1|v2)\//.test(new URL(request.url()).pathname)) sentToService.push(request.url())
    })
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await expect(pageHeading(page, 'Reaching people')).toBeFocused()
    await expect(page.getByText(/^Details known for [1-9]\d* of [1-9]\d* calls that ended/)).toBeVisible()
    const hours = page.getByRole('table', { name: 'Share of the calls that were answered, by weekday and hour' })
    await expect(hours.getByRole('row')).toHaveCount(8)
    await expect(hours.getByRole('cell', { name: /%, [1-9]\d* of [1-9]\d* answered$/ }).first()).toBeVisible()

    const byBatch = page.getByRole('radio', { name: 'Batch' })
    await page.getByRole('radio', { name: 'Country' }).focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
    await expect(byBatch).toBeChecked()
    await expect(page).toHaveURL(/by=batch/)
    await expect(
      page.getByRole('table', { name: 'Comparison' }).getByRole('link', { name: completedBatchName }),
    ).toBeVisible()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV', exact: true }).press('Enter')
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file).toMatch(/^\ufeffBatch,Calls,Answered,/)
    expect(file).toContain(completedBatchName)

    // An hour leads to the calls that it counts, and to no others.
    // The hours of today may still grow. Customers are up to a day behind or ahead.
    const weekdayIn = (days: number) =>
      new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(Date.now() + days * 86_400_000)
    const hour = hours
      .getByRole('row')
      .filter({ hasNotText: new RegExp([-1, 0, 1].map(weekdayIn).join('|')) })
      .getByRole('link', { name: /%, [1-9]\d* of [1-9]\d* answered$/ })
      .first()
    const countOf = async (figure: Locator) =>
      Number(/(\d+)(?: answered)?$/.exec((await figure.textContent()) ?? '')?.[1])
    const [all, counted] = [
      await countOf(page.getByRole('main').getByRole('link', { name: /^\d+$/ }).first()),
      await countOf(hour),
    ]
    expect(counted).toBeLessThan(all)
    await hour.press('Enter')
    await expect(pageHeading(page, 'Counted calls')).toBeFocused()
    await expect(page).toHaveURL(/weekday=[0-6]&hour=\d+/)
    await expect(page.getByRole('table', { name: 'Counted calls' }).getByRole('row')).toHaveCount(
      Math.min(counted, 50) + 1,
    )
    expect(sentToService).toEqual([])
  })

  await test.step('a manager compares agents by keyboard, and opens the changes and the calls of one of them', async () => {
    await openAs(page, 'campaign_manager')
    await navigateTo(page, `/batches/${await batchIdOf(world, completedBatchName)}`)
    await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()

    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await expect(pageHeading(page, 'Reaching people')).toBeFocused()
    await page
      .getByRole('navigation', { name: 'Questions' })
      .getByRole('link', { name: 'Agents and flows' })
      .press('Enter')
    await expect(pageHeading(page, 'Agents and flows')).toBeFocused()
    await expect(page.getByRole('figure', { name: 'Calls by agent and outcome' })).toBeVisible()
    const agents = page.getByRole('table', { name: 'Agents compared' })
    const agent = agents.getByRole('link').first()
    const name = (await agent.textContent()) ?? ''
    await agent.press('Enter')
    await expect(page.getByRole('heading', { name: `${name}: before and after a change` })).toBeVisible()
    // Escape closes the filters, and keeps what was chosen.
    await page.getByRole('button', { name: /^Filter/ }).press('Enter')
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByRole('combobox', { name: 'Agent' }).press('Escape')
    await expect(filters).toBeHidden()
    await expect(page.getByRole('button', { name: `Remove filter Agent: ${name}` })).toBeVisible()
    await expect(page).toHaveURL(/agent=/)
    await expect(agents.locator('[aria-current="true"]')).toContainText(name)

    // Its calls, as many as the figure counts.
    const count = agents.getByRole('row').nth(1).getByRole('link').nth(1)
    const calls = Number(await count.textContent())
    expect(calls).toBeGreaterThan(5)
    await count.press('Enter')
    await expect(pageHeading(page, 'Counted calls')).toBeFocused()
    await expect(page.getByRole('button', { name: `Remove filter Agent: ${name}` })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Counted calls' }).getByRole('row')).toHaveCount(
      Math.min(calls, 50) + 1,
    )
    const found = calls > 50 ? '50 calls on page 1, and more on the next.' : `${calls} calls found.`
    await expect(page.getByText(found)).toBeAttached()
  })
})
