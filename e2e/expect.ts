/**
 * Playwright's `expect`, which here waits for an element first and only then compares. While it compares in vain, Playwright describes the
 * whole page for its error message, many times a second: a quarter of what a page of a story took.
 */
import { type Locator, type Page, expect as playwrightExpect } from '@playwright/test'

/** How long an expectation waits, unless it says otherwise, ms. */
export const expectTimeout = 30_000

type State = 'attached' | 'hidden' | 'visible'

/** What an expectation about an element waits for. Other expectations are about any number of elements, or none. */
const awaitedStates: Record<string, State> = {
  toBeVisible: 'visible',
  toBeHidden: 'hidden',
  ...Object.fromEntries(
    [
      'toBeChecked',
      'toBeDisabled',
      'toBeEnabled',
      'toBeFocused',
      'toBeInViewport',
      'toContainText',
      'toHaveAccessibleDescription',
      'toHaveAccessibleName',
      'toHaveAttribute',
      'toHaveText',
      'toHaveValue',
    ].map((name) => [name, 'attached']),
  ),
}
const awaitedStatesIfNot: Record<string, State> = { ...awaitedStates, toBeVisible: 'hidden', toBeHidden: 'visible' }
// An element that is not there is not in the viewport.
delete awaitedStatesIfNot.toBeInViewport

/** Waits for what the expectation needs. If it never comes, the expectation itself says so. */
async function waitFor(actual: Locator | Page, name: string, args: unknown[], states: typeof awaitedStates) {
  const { timeout = expectTimeout } = (args.at(-1) ?? {}) as { timeout?: number }
  const [expected] = args
  const state = states[name]
  try {
    if ('waitForURL' in actual && name === 'toHaveURL' && expected instanceof RegExp)
      await actual.waitForURL(expected, { timeout, waitUntil: 'commit' })
    else if ('waitFor' in actual && state && !Array.isArray(expected)) await actual.waitFor({ state, timeout })
  } catch {
    // As above.
  }
}

/** The same assertions, of which each waits before it compares. */
const waitingFirst = <Assertions extends object>(
  assertions: Assertions,
  actual: Locator | Page,
  states = awaitedStates,
): Assertions =>
  new Proxy(assertions, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'not') return waitingFirst(value as object, actual, awaitedStatesIfNot)
      if (typeof value !== 'function' || typeof name !== 'string') return value
      if (!(name in states) && name !== 'toHaveURL') return value
      return async (...args: unknown[]): Promise<unknown> => {
        await waitFor(actual, name, args, states)
        return Reflect.apply(value, target, args)
      }
    },
  })

const isOnPage = (actual: unknown): actual is Locator | Page =>
  typeof actual === 'object' && actual !== null && ('waitFor' in actual || 'waitForURL' in actual)

export const expect = new Proxy(playwrightExpect, {
  apply(target, _, args: Parameters<typeof playwrightExpect>) {
    const [actual] = args as [unknown]
    const assertions = target(...args)
    return isOnPage(actual) ? waitingFirst(assertions, actual) : assertions
  },
})
