/** Texts of a marked difference, which only screen readers announce. */
export const differenceLabel = (label: string) => `${label}: `
