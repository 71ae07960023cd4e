/** Becoming somebody else, in any story. */
import { expect, type Page } from '@playwright/test'
import type { Role } from '#contract/index.ts'

/** Becomes one of the ready operators, as the menu under one's name does. */
export async function become(page: Page, role: Role) {
  // The page's own first question makes the session; asked at the same time, there would be two.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(async (wanted) => {
    const { switchable } = (await (await fetch('/gateway/session')).json()) as {
      switchable: { id: string; roles: string[] }[]
    }
    await fetch('/gateway/session/switch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operatorId: switchable.find(({ roles }) => roles.includes(wanted))?.id }),
    })
  }, role)
  await page.reload()
}
