/**
 * Shows a page before its loader is done, if the service takes long: title, toolbar and placeholders that say what is loading. The page's
 * reads go on, and its components show their answers when they arrive.
 */
import { useLoaderData } from 'react-router'

/** How long a page waits for the gateway, ms. It answers what it has read in less. */
const gatewayWaitMs = 60

/** The longest wait over a slow network, ms. */
const longestWaitMs = 1_000

/** How long a page waits for its loader, ms. Over a slow network every answer takes longer, and placeholders would only move the page. */
function waitMs(areBegun: boolean): number {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  // The shortest answer so far, but not from the cache: the others also took the gateway's time.
  const [networkMs = 0] = (entries as PerformanceResourceTiming[])
    .filter(({ transferSize }) => transferSize > 0)
    .map(({ requestStart, responseStart }) => responseStart - requestStart)
    .toSorted((one, other) => one - other)
  return Math.min(longestWaitMs, (areBegun ? 0 : gatewayWaitMs) + 3 * networkMs)
}

/** The loader's data until it is done. */
export const stillLoading = 'still-loading'

/**
 * @param areBegun whether its reads began with the document: then the gateway had its time while the script was loaded
 * @returns the result, or `stillLoading` if there is none soon
 */
export const waitBriefly = <T>(result: Promise<T>, areBegun: boolean): Promise<T | typeof stillLoading> =>
  Promise.race([
    result,
    new Promise<typeof stillLoading>((resolve) => setTimeout(() => resolve(stillLoading), waitMs(areBegun))),
  ])

/** Whether the page is shown before its loader is done. For forms, which must start from what the loader reads anew. */
export const useIsPageLoading = (): boolean => useLoaderData() === stillLoading
