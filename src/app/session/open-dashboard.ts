import { paths } from '#kit/navigation/paths.ts'

/** Called after signing in. Reloads the document, which drops the data of another operator and a used link. */
export const openDashboard = () => location.replace(location.pathname === paths.signIn() ? paths.home() : location.href)
