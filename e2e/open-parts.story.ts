/** Whatever opens above a page is accessible: menus, lists, dialogs and the pages of a narrow window. */
import type { Locator, Page } from '@playwright/test'
import { findAccessibilityProblems } from './accessibility.ts'
import { findOrPlaceLongCall } from './calls.ts'
import { openAs } from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { batchIdOf, completedBatchName } from './page-list.ts'
import { expect, test, type World } from './world.ts'

interface OpenPart {
  name: string
  path: string | ((world: World) => string | Promise<string>)
  title: string | RegExp
  /** Opens the part. @returns what is visible once it is open */
  open: (page: Page) => Promise<Locator>
  /** Only windows this narrow have it, px. */
  maxWidth?: number
}

const clickFor = async (button: Locator, part: Locator) => {
  await button.click()
  return part
}
const longCallPath = async (world: World) => `/calls/${(await findOrPlaceLongCall(world)).roomName}`
const dialogOf = (page: Page) => page.getByRole('dialog')

const parts: OpenPart[] = [
  {
    name: 'pages in a narrow window',
    path: '/overview',
    title: 'Overview',
    open: (page) =>
      clickFor(page.getByRole('button', { name: 'Pages' }), page.getByRole('navigation', { name: 'Pages' })),
    maxWidth: 767,
  },
  {
    name: 'account menu',
    path: '/overview',
    title: 'Overview',
    open: (page) => clickFor(page.getByRole('button', { name: /^You are/ }), page.getByRole('menu')),
  },
  {
    name: 'command palette',
    path: '/overview',
    title: 'Overview',
    open: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      return page.getByRole('option').first()
    },
  },
  {
    name: 'keyboard shortcuts',
    path: '/overview',
    title: 'Overview',
    open: async (page) => {
      await page.keyboard.press('?')
      return dialogOf(page).getByText('Reject the draft')
    },
  },
  {
    name: 'saved views',
    path: '/calls',
    title: 'Live calls',
    open: (page) => clickFor(page.getByRole('button', { name: /^Views/ }), page.getByRole('menu')),
  },
  {
    name: 'filters',
    path: '/conversations',
    title: 'Conversations',
    open: (page) =>
      clickFor(page.getByRole('button', { name: /^Filter/ }), page.getByRole('dialog', { name: 'Filters' })),
  },
  {
    name: 'select',
    path: '/reports/reaching',
    title: 'Reaching people',
    open: (page) => clickFor(page.getByRole('main').getByRole('combobox').first(), page.getByRole('listbox')),
  },
  {
    name: 'list of agents',
    path: '/calls/new',
    title: 'Place a call',
    open: (page) => clickFor(page.getByRole('combobox', { name: 'Agent' }), page.getByRole('option').first()),
  },
  {
    name: 'end of a call',
    path: longCallPath,
    title: '+1 202 555 0105',
    open: (page) => clickFor(page.getByRole('button', { name: 'End call' }), dialogOf(page)),
  },
  {
    name: 'addition to the do-not-call list',
    path: longCallPath,
    title: '+1 202 555 0105',
    open: (page) => clickFor(page.getByRole('button', { name: 'Block number', exact: true }), dialogOf(page)),
  },
  {
    name: 'panel of a call',
    path: async (world) => `/batches/${await batchIdOf(world, completedBatchName)}`,
    title: completedBatchName,
    open: (page) =>
      clickFor(
        page.getByRole('table', { name: 'Calls in this batch' }).locator('[data-stretched]').first(),
        page.getByRole('complementary'),
      ),
  },
]

type Look = NonNullable<Parameters<Page['emulateMedia']>[0]>
const light: Look = { colorScheme: 'light', forcedColors: 'none' }
const dark: Look = { colorScheme: 'dark', forcedColors: 'none' }
const forced: Look = { colorScheme: 'dark', forcedColors: 'active' }
/** The widths of windows, px. Axe runs in the widest and the narrowest; between them only the layout differs. */
const widths = [1440, 1024, 390, 320]
/** A part's colours are the same in every width, so only the widest window shows all of them. */
const widestLooks = [light, dark, forced]
const narrowestLooks = [dark]

/**
 * Base UI puts an open list at the end of the body, and hides the page behind some lists from screen readers. Axe then misses the page's
 * heading, finds the list outside of every region, and finds links that are hidden but can be focused
 * (https://github.com/mui/base-ui/issues/5528), as can the empty elements around a menu, which pass the focus on at once
 * (https://github.com/mui/base-ui/issues/4668). Nobody gets to a hidden link, because Tab closes the list: see the last story. All pages
 * are checked by these rules while nothing is open.
 */
const inapplicableRules = ['aria-hidden-focus', 'page-has-heading-one', 'region']
/** With forced colours, the browser chooses the text's colour. Axe compares the one of the style sheet, which nobody sees. */
const inapplicableWithForcedColors = [...inapplicableRules, 'color-contrast']

test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

test('what opens above a page is accessible and fits every width, and Tab closes it', async ({ page, world }) => {
  await test.step('what opens above a page is accessible and fits every width', async () => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openAs(page, 'admin')
    for (const { name, path, title, open, maxWidth = Infinity } of parts) {
      await navigateTo(page, typeof path === 'string' ? path : await path(world))
      const shownWidths = widths.filter((width) => width <= maxWidth)
      for (const width of shownWidths)
        await test.step(`${name}, ${width} px`, async () => {
          await page.setViewportSize({ width, height: 800 })
          const looks = width === shownWidths[0] ? widestLooks : width === shownWidths.at(-1) ? narrowestLooks : []
          await page.emulateMedia(looks[0] ?? light)
          await expect(pageHeading(page, title)).toBeVisible()
          const part = await open(page)
          await expect(part).toBeVisible()
          const overflowPx = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect.soft(overflowPx, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0)
          for (const look of looks) {
            await page.emulateMedia(look)
            await expect(part).toBeVisible()
            expect
              .soft(
                await findAccessibilityProblems(
                  page,
                  look.forcedColors === 'active' ? inapplicableWithForcedColors : inapplicableRules,
                  part,
                  look !== looks[0],
                ),
                `${name}, ${width} px, ${JSON.stringify(look)}`,
              )
              .toEqual([])
          }
          await page.keyboard.press('Escape')
          await expect(part).toBeHidden()
        })
    }
  })

  await test.step('Tab closes an open list, and the focus is never on something that is hidden from screen readers', async () => {
    await openAs(page, 'admin', '/calls/new')
    await page.getByRole('combobox', { name: 'Agent' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(page.locator('[aria-hidden=true] :focus, [aria-hidden=true]:focus')).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
  })
})
