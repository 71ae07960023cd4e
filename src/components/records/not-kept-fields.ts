/** What a service did not keep of a record that was just saved: told on the page that the form leads to. */
import type { ErrorWords } from '#ui/layout/error-state.tsx'

/** As it travels with the navigation. */
export const notKeptState = (paths: readonly string[]) => ({ notKept: paths })

/** Reads it from a location's state, which may be anything. */
export function notKeptIn<Path extends string>(paths: readonly Path[], state: unknown): Path[] {
  const given = (state as { notKept?: unknown } | null)?.notKept
  return Array.isArray(given) ? paths.filter((path) => given.includes(path)) : []
}

/**
 * The sentences for it.
 *
 * @param labels of the fields
 * @param why what explains it, if anything does
 */
export function notKeptWords(labels: readonly string[], why = ''): ErrorWords {
  return {
    happened: `Saved, but the service did not keep: ${labels.map((label) => label.toLowerCase()).join(', ')}.`,
    toDo: `What stands below is what the service has. ${why}`.trim(),
  }
}
