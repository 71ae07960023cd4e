/** Carries the fields that the service did not apply from the form to the record's page, in the navigation's state. */

export const notAppliedState = (paths: readonly string[]) => ({ notApplied: paths })

/** Reads it from a location's state, which may be anything. */
export function notAppliedIn<Path extends string>(paths: readonly Path[], state: unknown): Path[] {
  const names = (state as { notApplied?: unknown } | null)?.notApplied
  return Array.isArray(names) ? paths.filter((path) => names.includes(path)) : []
}
