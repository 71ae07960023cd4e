/** Texts of the rules for reviewing drafts. */

// second-reviewer-form.tsx
/** A chosen flow that the list of flows does not contain. */
export const unlistedFlow = (id: string) => `Unknown flow ${id}`
