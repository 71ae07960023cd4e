/** Loads the code of parts of a page when they are first shown. */
import { lazy } from 'react'

const retryAfterMs = 2_000

/** Loads a module, and retries until it succeeds. */
export async function loadWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    }
  }
}

/**
 * Like React's `lazy`, for a part that the page works without. If the gateway does not respond, the page does not fail: the part is
 * missing until it is loaded.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => loadWithRetries(load))
