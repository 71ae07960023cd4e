/**
 * Playwright's `expect`, which here waits for an element first and only then compares. While it compares in vain, Playwright describes the
 * whole page for its error message, many times a second: a quarter of what a page of a story took.
 */
import { type Locator, expect as playwrightExpect } from '@playwright/test'

/** How long an expectation waits, unless it says otherwise, ms. One about an element that never comes may take twice as long to fail. */
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
async function waitForState(actual: Locator, state: State): Promise<void> {
  try {
    await actual.waitFor({ state, timeout: expectTimeout })
  } catch {
    // As above.
  }
}

/** Whether the expectation names how long it waits, which is part of what it says. */
const namesTimeout = (args: unknown[]) =>
  args.some((arg) => typeof arg === 'object' && arg !== null && 'timeout' in arg && arg.timeout !== undefined)

/** The same assertions, of which each waits before it compares. */
const waitingFirst = <Assertions extends object>(
  assertions: Assertions,
  actual: Locator,
  states = awaitedStates,
): Assertions =>
  new Proxy(assertions, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'not') return waitingFirst(value as object, actual, awaitedStatesIfNot)
      if (typeof value !== 'function' || typeof name !== 'string') return value
      const state = states[name]
      if (!state) return value
      return async (...args: unknown[]): Promise<unknown> => {
        // A list of texts is about any number of elements.
        if (!Array.isArray(args[0]) && !namesTimeout(args)) await waitForState(actual, state)
        return Reflect.apply(value, target, args)
      }
    },
  })

const isElement = (actual: unknown): actual is Locator =>
  typeof actual === 'object' && actual !== null && 'waitFor' in actual

export const expect = new Proxy(playwrightExpect, {
  apply(target, _, args: Parameters<typeof playwrightExpect>) {
    const [actual] = args as [unknown]
    const assertions = target(...args)
    return isElement(actual) ? waitingFirst(assertions, actual) : assertions
  },
})
