/** Texts of the buttons that open the account and workspace menus. Every page loads them. */
export const youAre = 'You are '
