/** The editor of a flow in a narrow window: its diagram by keyboard, and the panels beside it, which are shown while they are asked for. */
import type { Page } from '@playwright/test'
import { outlineStep } from './flow-editor.ts'
import { tabTo } from './page.ts'
import { expect, test } from './world.ts'

/**
 * How many connections are drawn, and the IDs of those that do not begin at a handle of their step. The canvas computes where the handles are, so that the drawing
 * library does not have to measure them.
 */
const drawnConnections = (page: Page) =>
  page.locator('.react-flow').evaluate((diagram) => {
    const handles = [...diagram.querySelectorAll('.react-flow__handle.source')].map((handle) => {
      const { left, bottom, width } = handle.getBoundingClientRect()
      return { x: left + width / 2, y: bottom }
    })
    const paths = [...diagram.querySelectorAll<SVGPathElement>('.react-flow__edge-path')]
    const beside = paths.flatMap((path) => {
      const { x, y } = path.getPointAtLength(0).matrixTransform(path.getScreenCTM() ?? undefined)
      return handles.some((handle) => Math.hypot(handle.x - x, handle.y - y) < 0.5) ? [] : [path.id]
    })
    return { drawn: paths.length, beside }
  })

test.use({ readOnly: true, viewport: { width: 1024, height: 800 } })

test('an administrator goes through the diagram by keyboard, and the details are beside it only while somebody asks for them', async ({
  page,
  world,
}) => {
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const flow = flows.find(({ name }) => name === 'Plan renewal, UK')
  await page.goto(`/flows/${flow?.id}/edit`)
  const drawnStep = (name: RegExp) => page.locator('.react-flow__node').and(page.getByRole('group', { name }))
  const step = drawnStep(/Keep the plan\?/)
  const details = page.getByRole('tablist', { name: 'Details' })
  await expect(step).toBeVisible()
  await expect(details).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit flow')
  const widthOfDiagram = () => page.locator('.react-flow').evaluate(({ clientWidth }) => clientWidth)
  const before = await widthOfDiagram()
  const { drawn, beside } = await drawnConnections(page)
  expect(drawn).toBeGreaterThan(0)
  expect(beside).toEqual([])

  // Tab stops once in the diagram. Arrow keys go from step to step, and Enter opens a step with its connections.
  await tabTo(page, drawnStep(/^1\. Start/))
  const isFocused = () => step.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 5 && !(await isFocused()); presses += 1) await page.keyboard.press('ArrowDown')
  await expect(step).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Tidy up' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(step).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Label', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Edit connection to / })).toBeVisible()
  expect(await widthOfDiagram()).toBe(before - 340)

  // Hidden with the key, the panel gives its focus to the button that shows it again, and nothing is selected.
  await page.getByRole('tab', { name: 'Flow', exact: true }).press(']')
  await expect(details).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show details' })).toBeFocused()
  await expect(page).not.toHaveURL(/node=/)
  expect(await widthOfDiagram()).toBe(before)
  // A panel opened from the toolbar gets the focus of its button, which makes room for the drawer.
  await page.getByRole('button', { name: /^Rules/ }).press('Enter')
  await expect(page.getByRole('tab', { name: /^Rules/ })).toBeFocused()
  await page.keyboard.press(']')
  await expect(details).toBeHidden()

  // A click selects a step, which shows it. A double click also opens its label.
  await step.click()
  await expect(page).toHaveURL(/node=keep/)
  await expect(page.getByRole('complementary', { name: /Keep the plan\?/ })).toBeVisible()
  // An arrow key takes the selection along, so that Delete removes the step that has the focus.
  const next = drawnStep(/Wants to keep it\?/)
  await step.press('ArrowDown')
  await expect(next).toBeFocused()
  await expect(page.getByRole('complementary', { name: /Wants to keep it\?/ })).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(next).toBeHidden()
  await expect(step).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show details' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(next).toBeVisible()
  await step.dblclick()
  await expect(page.getByLabel('Label', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Hide details' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Show details' })).toBeFocused()
  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Search steps' }).fill('another year')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: /Keep the plan\?/ })).toBeVisible()

  // In a wide window, the outline can be hidden, too.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Hide outline' }).press('Enter')
  await expect(outlineStep(page, /Keep the plan\?/)).toBeHidden()
  await page.getByRole('button', { name: 'Show outline' }).press('Enter')
  await expect(outlineStep(page, /Keep the plan\?/)).toBeVisible()
})
