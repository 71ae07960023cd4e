/** Parts of a page that are loaded when they are first needed. */
import { lazy } from 'react'

/** ms between two attempts. */
const pause = 2_000

/** Resolves with the module, however often its loading fails before. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/**
 * As React's `lazy`, for a part that the page can do without for a while. A gateway that stops before the part is there does not take the
 * page down: nothing is shown in its place until it is loaded.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => untilLoaded(load))
